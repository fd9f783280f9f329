/** Why a path of a folder is omitted that is neither a file nor a folder. */
export const neitherFileNorFolder = "neither a file nor a folder; skipped";

/** Why the content of a folder is missing, with the reason. */
export function unreadableFolderText(reason: string): string {
  return `not readable: ${reason}`;
}

/** Why a link is omitted whose target lies outside the must-gather. */
export const linkOutOfGather = "a link that leaves the must-gather; not followed";

/** Why a link is omitted that has no target, with the reason. */
export function brokenLinkText(reason: string): string {
  return `a broken link (${reason})`;
}
