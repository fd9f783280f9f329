// What waiting needs, in a bundle that is loaded with the first wait.

export { isRoot, mustHold, waitLook } from "../shared/aggregate/wait-look.ts";
export {
  elsewhereMessage,
  noWaitMessage,
  reachedMessage,
  replacedMessage,
  stoppedMessage,
  waitMessage,
  waitTitle,
} from "../shared/render/words-waiting.ts";
