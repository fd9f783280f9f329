import { toRecord, valueAt } from "./json-value.ts";

/** The steps of a path: `status.nodes.*.state`, `metadata.labels[acme.io/tier]`. Undefined where it is none. */
export function parsePath(text: string): readonly string[] | undefined {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (!/^[^.[\]\s]+(\.[^.[\]\s]+|\[[^[\]]+\])*$/.test(text)) return undefined;
  const steps = [...text.matchAll(/\[([^\]]+)\]|[^.[\]]+/g)].map((step) => step[1] ?? step[0]);
  parsed.set(text, steps);
  return steps;
}

const parsed = new Map<string, readonly string[]>();

/** Every value at a path, in the order of the object; `*` is each item of a list or mapping. None if it ends early. */
export function valuesAtPath(value: unknown, path: string): readonly unknown[] {
  const steps = parsePath(path);
  let current: readonly unknown[] = steps === undefined ? [] : [value];
  for (const step of steps ?? []) {
    current =
      step === "*"
        ? current.flatMap((item) => (Array.isArray(item) ? item : Object.values(toRecord(item) ?? {})))
        : current.map((item) => valueAt(item, step)).filter((found) => found !== undefined && found !== null);
  }
  return current;
}
