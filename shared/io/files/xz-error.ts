/**
 * Why xz data cannot be unpacked, by the code of the library (xz-embedded, enum xz_ret): 2, 3, 4 and 6 stand for checks,
 * sizes and filters that it does not have. Undefined for another error.
 */
export function xzErrorText(error: unknown): string | undefined {
  const [, code] = /^get_next_output failed with error code (\d)$/.exec((error as Error).message) ?? [];
  if (code === undefined) return undefined;
  return "2346".includes(code)
    ? "its xz data uses a check, filter or dictionary that is not supported; unpack it first: xz -d"
    : "its xz data is damaged";
}
