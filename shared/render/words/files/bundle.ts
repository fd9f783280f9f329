/** The error for a bundle that cannot be unpacked. */
export function damagedBundleText(path: string): string {
  return `${path} is a bundle of hco-status, but is damaged or too large; write it again with snapshot --bundle`;
}

/** The error for a bundle of another type than it is written in. */
export function bundleNameText(path: string): string {
  return `--bundle requires a file that ends in .tar.gz or .tgz: got "${path}"`;
}

/** The error for two files that `snapshot` would write. */
export const bundleAndOutputText = "--bundle and --output (-o) cannot be used together";
