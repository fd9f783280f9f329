import { expect, test } from "vitest";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { reportOf } from "../installation.ts";
import { condition, type Manifest, ownedBy, widget } from "./objects.ts";

const waiting = { ...condition("Ready", "False", "Waiting"), message: "the database does not answer" };
const inferredConditions = [
  waiting,
  condition("DatabaseUnavailable", "True", "NoAnswer"),
  condition("Hibernated", "False"),
];

const gadget: Manifest = {
  apiVersion: "acme.io/v1",
  kind: "Gadget",
  metadata: { name: "g", namespace: "n", uid: "g", resourceVersion: "4" },
  status: { conditions: [condition("Ready", "False", "Broken")] },
};
const configMap: Manifest = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "c", namespace: "n", uid: "c", resourceVersion: "9" },
};
const relatedObjects = [
  { apiVersion: "acme.io/v1", kind: "Gadget", namespace: "n", name: "g", uid: "g", resourceVersion: "3" },
  { group: "acme.io", resource: "gadgets", namespace: "n", name: "h" },
  { group: "", resource: "configmaps", namespace: "n", name: "c" },
  { apiVersion: "v1", kind: "ConfigMap", namespace: "n", name: "c", uid: "the one before", resourceVersion: "1" },
  { group: "", resource: "secrets", namespace: "n", name: "" },
];

const relatedOfBothShapes = [widget("w", { conditions: [waiting], relatedObjects }), gadget, configMap];

const cases: Readonly<Record<string, { readonly objects: readonly Manifest[]; readonly wide?: true }>> = {
  "a-cr-of-an-unknown-kind-with-inferred-polarities": {
    objects: [widget("w", { conditions: inferredConditions })],
  },
  "a-cr-whose-health-cannot-be-determined": {
    objects: [widget("w", { conditions: [condition("Hibernated", "True")] })],
  },
  "a-cr-with-related-objects-of-both-shapes": { objects: relatedOfBothShapes },
  "a-cr-with-related-objects-of-both-shapes-in-wide": { objects: relatedOfBothShapes, wide: true },
  "a-healthy-cr-with-all-it-owns": {
    objects: [
      widget("w", { conditions: [condition("Ready", "True")] }),
      widget("b", { conditions: [condition("Ready", "True")] }, ownedBy("w")),
      { ...configMap, metadata: { name: "c", namespace: "n", uid: "c", ...ownedBy("b") } },
      widget("d", { conditions: [condition("Ready", "True")] }, ownedBy("w")),
    ],
  },
  "owners-in-a-circle": {
    objects: [
      widget("w", { conditions: [waiting] }, ownedBy("c")),
      widget("b", { conditions: [condition("Ready", "False", "Broken")] }, ownedBy("w")),
      widget("c", { conditions: [condition("Ready", "True")] }, ownedBy("b")),
    ],
  },
};

test.for(Object.entries(cases))("the screen of %s is a golden file", async ([name, { objects, wide = false }]) => {
  const report = reportOf(objects, { tree: true, name: "w" });
  const text = renderText(report, { width: 100, wide, related: true, tree: true });
  await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
});
