// One bundle for both: each is little beside the watch that they share.
export { runServe } from "./serve/serve-command.ts";
export { runWatch } from "./watch/watch-command.ts";
