/** The error for a bundle that cannot be unpacked. */
export function damagedBundleText(path: string): string {
  return `${path} is a bundle of hco-status, but is damaged or too large; write it again with snapshot --bundle`;
}
