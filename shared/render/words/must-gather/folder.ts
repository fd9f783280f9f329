/** Why a path of a folder is left out that is neither a file nor a folder. */
export const neitherFileNorFolder = "it is neither a file nor a folder; left out";

/** Why the content of a folder is missing, with the reason. */
export function unreadableFolderText(reason: string): string {
  return `not readable: ${reason}`;
}

/** Why a link is left out whose target lies outside the must-gather. */
export const linkOutOfGather = "a link that leads out of the gather; not followed";

/** Why a link is left out that has no target, with the reason. */
export function brokenLinkText(reason: string): string {
  return `a link that leads nowhere (${reason})`;
}
