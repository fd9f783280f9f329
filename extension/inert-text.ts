// What makes a text harmless before an editor draws it, in a bundle that is loaded with the first one.

export { inert } from "../shared/render/safe-label.ts";
