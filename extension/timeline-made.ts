// What the timeline is made with, in a bundle that is loaded with the first Report.

export { lanesWith, unseenFrom } from "../shared/aggregate/lanes.ts";
export { rootWith } from "../shared/render/root-with.ts";
export { pieces, timelinePage } from "../shared/render/timeline.ts";
export { nothingHereWords } from "../shared/render/words-live.ts";
