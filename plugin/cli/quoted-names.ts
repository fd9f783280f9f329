/**
 * The names between the commas of a value, as in kubectl's flags that take a list (pflag, string_slice.go). A name in
 * double quotes may contain commas, and a quote as two quotes. A quote inside an unquoted name is part of that name.
 */
export function namesIn(value: string): readonly string[] {
  const names = value.match(/"(?:[^"]|"")*"(?=,|$)|[^,]+/g) ?? [];
  return names.map((name) => (/^"(?:[^"]|"")*"$/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name));
}
