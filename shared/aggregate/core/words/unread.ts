/** The cause of a reading that a kept snapshot was not made for. */
export const unaskedText = "not requested when the snapshot was taken";

/** The error of an Application for a kind whose objects were not read. */
export function unreadKindText(kind: string, group: string): string {
  return `${group === "" ? kind : `${kind}.${group}`} was not read`;
}
