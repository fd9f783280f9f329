import { pick } from "../random.ts";

/** Any JSON value, with a liking for the keys and words that Kubernetes objects and prototypes have. */
export function randomJson(random: () => number, depth = 0): unknown {
  const shape = random();
  if (depth < 5 && shape < 0.35) {
    const entries = Array.from({ length: pick(random, [0, 1, 2, 3, 5]) }, () => [
      pick(random, keys),
      randomJson(random, depth + 1),
    ]);
    return JSON.parse(
      `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`,
    );
  }
  if (depth < 5 && shape < 0.5) {
    return Array.from({ length: pick(random, [0, 1, 3]) }, () => randomJson(random, depth + 1));
  }
  return pick(random, scalars);
}

const keys = [
  "apiVersion",
  "kind",
  "metadata",
  "name",
  "namespace",
  "labels",
  "annotations",
  "finalizers",
  "generation",
  "items",
  "status",
  "conditions",
  "statusConditions",
  "type",
  "reason",
  "message",
  "lastTransitionTime",
  "managedFields",
  "time",
  "creationTimestamp",
  "data",
  "stringData",
  "__proto__",
  "constructor",
  "toString",
];

const scalars = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e300,
  "",
  "v1",
  "Secret",
  "List",
  "PodList",
  "True",
  "true",
  "x",
  "apps/v1",
  "2026-11-21T06:00:00Z",
  "2026-13-41T99:00:00Z",
  "__proto__",
  "\u0000\u001b[31m",
  "\ud800",
];
