/** The theme of VitePress with the fonts of the reader's machine, so that a page asks only the host that it comes from. */
export { default } from "vitepress/theme-without-fonts";
import "./style.css";
