/** The reason for a query whose names no path can hold. */
export function impossibleNameText(name: string): string {
  return `${name} is not a valid resource name`;
}
