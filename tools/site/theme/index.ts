import { withBase } from "vitepress";
import defaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./style.css";

/** The theme of VitePress with the fonts of the reader's machine, and a page for what is missing that has a main part. */
export const theme = {
  extends: defaultTheme,
  Layout: () => h(defaultTheme.Layout, null, { "not-found": notFound }),
};

function notFound() {
  return h("main", { class: "not-found vp-doc" }, [
    h("h1", "Page not found"),
    h("p", ["Search for the page, or go to ", h("a", { href: withBase("/") }, "the start page"), "."]),
  ]);
}
