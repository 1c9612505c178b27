export { configuration as default } from "../configuration";
