import type { Release } from "../../model/profile.ts";

/**
 * The upstream release of an operator version: `1.20.0`, `v1.20.0-unstable`, and Red Hat's `4.N`, which is `1.(N-4)`
 * (OpenShift Virtualization 4.8 shipped 1.4, 4.14 shipped 1.10, 4.20 shipped 1.16). Undefined for anything else.
 */
export function parseRelease(version: string | undefined): Release | undefined {
  const numbers = /^v?(\d+)\.(\d+)(?:\D|$)/.exec(version ?? "");
  if (numbers === null) return undefined;
  const major = Number(numbers[1]);
  const minor = Number(numbers[2]);
  return major === 4 && minor >= 8 ? [1, minor - 4] : [major, minor];
}

/** Whether `release` is at least `since`. An unknown release counts as the current one. */
export function isAtLeast(release: Release | undefined, since: Release): boolean {
  if (release === undefined) return true;
  return release[0] > since[0] || (release[0] === since[0] && release[1] >= since[1]);
}
