// The functions that render documents of live objects, in a bundle that is loaded with the first document.

export { valueOf as dataOf } from "../../shared/parse/manifest/parse-manifest.ts";
export { comparedYaml, liveYaml } from "../../shared/render/editor/live-yaml/live-yaml.ts";
export {
  currentContextWords,
  diffTitle,
  liveTitle,
  noNameWords,
  nothingHereWords,
  sideTitle,
} from "../../shared/render/words/editor/live-yaml.ts";
export { isComparedInPlace, liveSide } from "./live-side.ts";
