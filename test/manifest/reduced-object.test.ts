import { describe, expect, test } from "vitest";
import { dropUnreadFields } from "../../shared/aggregate/snapshot/unread-fields.ts";
import { dropUnkeptFields, isUnkeptField } from "../../shared/manifest/reduced-object.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { compareYaml } from "../../shared/render/editor/live-yaml/diff.ts";

const identity = { apiVersion: "kubevirt.io/v1", kind: "VirtualMachine", metadata: { name: "a", namespace: "n" } };
const buildMachine = (cores: number, runStrategy = "Always") => ({
  ...identity,
  spec: { runStrategy, template: { spec: { domain: { cpu: { cores } }, volumes: [] } } },
});
const whole = toObject(buildMachine(2));
const reduced = toObject(dropUnreadFields(whole.raw, whole.ref));
const readPod = (spec: object) => toObject({ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec });

describe("a manifest is compared with what was kept of an object:", () => {
  test.for([
    { rule: "the hardware of a machine that was kept whole", manifest: buildMachine(4), object: whole, isSame: false },
    { rule: "no hardware of a machine of a long list", manifest: buildMachine(4), object: reduced, isSame: true },
    {
      rule: "all other fields of a machine of a long list",
      manifest: buildMachine(2, "Halted"),
      object: reduced,
      isSame: false,
    },
  ])("$rule", ({ manifest, object, isSame }) => {
    const { file, live } = compareYaml(dropUnkeptFields(manifest, object), object);
    expect(JSON.stringify(file) === JSON.stringify(live)).toBe(isSame);
  });
});

describe("whether the value of a field is unknown because the object is one of a long list:", () => {
  const cores = ["spec", "template", "spec", "domain", "cpu", "cores"];
  test.for([
    { rule: "the hardware of a machine", object: reduced, path: cores, isUnkept: true },
    { rule: "the hardware of a machine that was kept whole", object: whole, path: cores, isUnkept: false },
    {
      rule: "a field that is kept and that the machine has",
      object: reduced,
      path: ["spec", "runStrategy"],
      isUnkept: false,
    },
    {
      rule: "a field that is kept and that the machine lacks",
      object: reduced,
      path: ["spec", "running"],
      isUnkept: false,
    },
    {
      rule: "a field of a Pod of a long list",
      object: readPod({ nodeName: "n", containers: [{ name: "c" }] }),
      path: ["spec", "tolerations"],
      isUnkept: true,
    },
    {
      rule: "a field of a Pod that was kept whole",
      object: readPod({ nodeName: "n", schedulerName: "default-scheduler", containers: [{ name: "c" }] }),
      path: ["spec", "tolerations"],
      isUnkept: false,
    },
    {
      rule: "a field of an object whose kind is kept whole",
      object: toObject({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }),
      path: ["data", "a"],
      isUnkept: false,
    },
  ])("$rule: $isUnkept", ({ object, path, isUnkept }) => {
    expect(isUnkeptField(object, path)).toBe(isUnkept);
  });
});
