import { expect, test } from "vitest";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { reportOf } from "../installation.ts";
import { condition, type Manifest, ownedBy, widget } from "./objects.ts";

const waiting = { ...condition("Ready", "False", "Waiting"), message: "the database does not answer" };
const guessed = [waiting, condition("DatabaseUnavailable", "True", "NoAnswer"), condition("Hibernated", "False")];

const gadget: Manifest = {
  apiVersion: "acme.io/v1",
  kind: "Gadget",
  metadata: { name: "g", namespace: "n", uid: "g", resourceVersion: "4" },
  status: { conditions: [condition("Ready", "False", "Broken")] },
};
const config: Manifest = {
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

const cases: Readonly<Record<string, readonly [objects: readonly Manifest[], wide: boolean]>> = {
  "a-cr-nobody-knows-with-inferred-polarities": [[widget("w", { conditions: guessed })], false],
  "a-cr-of-which-nobody-can-tell-how-it-is": [[widget("w", { conditions: [condition("Hibernated", "True")] })], false],
  "a-cr-with-related-objects-of-both-shapes": [
    [widget("w", { conditions: [waiting], relatedObjects }), gadget, config],
    false,
  ],
  "a-cr-with-related-objects-of-both-shapes-in-wide": [
    [widget("w", { conditions: [waiting], relatedObjects }), gadget, config],
    true,
  ],
  "a-healthy-cr-with-all-it-owns": [
    [
      widget("w", { conditions: [condition("Ready", "True")] }),
      widget("b", { conditions: [condition("Ready", "True")] }, ownedBy("w")),
      { ...config, metadata: { name: "c", namespace: "n", uid: "c", ...ownedBy("b") } },
      widget("d", { conditions: [condition("Ready", "True")] }, ownedBy("w")),
    ],
    false,
  ],
  "owners-in-a-circle": [
    [
      widget("w", { conditions: [waiting] }, ownedBy("c")),
      widget("b", { conditions: [condition("Ready", "False", "Broken")] }, ownedBy("w")),
      widget("c", { conditions: [condition("Ready", "True")] }, ownedBy("b")),
    ],
    false,
  ],
};

test.for(Object.entries(cases))("%s", async ([name, [objects, wide]]) => {
  const text = renderText(reportOf(objects, { tree: true, name: "w" }), {
    width: 100,
    wide,
    related: true,
    tree: true,
  });
  await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
});
