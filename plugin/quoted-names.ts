/**
 * The names between the commas of a value; one in double quotes may hold commas, and a quote as two, as the flags of
 * kubectl that take a list have it (pflag, string_slice.go). A quote inside another name is its own.
 */
export function namesIn(value: string): readonly string[] {
  const names = value.match(/"(?:[^"]|"")*"(?=,|$)|[^,]+/g) ?? [];
  return names.map((name) => (/^"(?:[^"]|"")*"$/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name));
}
