// The functions that render the timeline, in a bundle that is loaded with the first Report.

export { rootWith } from "../../shared/model/root-with.ts";
export { renderPageParts, timelinePage } from "../../shared/render/editor/timeline/timeline-page.ts";
export { beginGap, extendLanes } from "../../shared/timeline/timeline-lanes.ts";
