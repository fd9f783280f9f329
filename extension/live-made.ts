// What the documents of live objects are made with, in a bundle that is loaded with the first one.

export { valueOf as dataOf } from "../shared/parse/manifest.ts";
export { comparedYaml, liveYaml } from "../shared/render/live-yaml.ts";
export {
  currentContextWords,
  diffTitle,
  liveTitle,
  noNameWords,
  nothingHereWords,
  sideTitle,
} from "../shared/render/words-live.ts";
