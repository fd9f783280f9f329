import { describe, expect, test } from "vitest";
import { findFieldSpan, readAdmissionFaults } from "../../shared/manifest/admission-faults.ts";
import { parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";

const text = `apiVersion: hco.kubevirt.io/v1
kind: HyperConverged
metadata:
  name: hco
  annotations:
    a.b/c: d
spec:
  list:
  - name: first
    size: 1
  infra: {}
`;

/** The lines of `text`, from 1, at which the faults of a Status stand, each with its message. */
function faults(status: object): readonly string[] {
  const [object] = parseManifest(text).objects;
  if (object === undefined) throw new Error("no object");
  return readAdmissionFaults(status).map(({ path, message }) => {
    const { start } = findFieldSpan(object, path);
    return `${text.slice(0, start).split("\n").length} ${message}`;
  });
}

const causes = (...fields: readonly string[]): object => ({
  details: { causes: fields.map((field) => ({ field, message: "no", reason: "FieldValueInvalid" })) },
});

describe("what the server objects to stands at the field that it names", () => {
  const rows: readonly [rule: string, status: object, faults: readonly string[]][] = [
    ["a cause by its field", causes("spec.infra", "spec.list[0].size"), ["11 no", "10 no"]],
    ["a key with dots", causes("metadata.annotations[a.b/c]"), ["6 no"]],
    ["a missing field at the field around it", causes("spec.list[0].image.tag"), ["9 no"]],
    ["a missing item at its list", causes("spec.list[7]"), ["8 no"]],
    ["a field of no text at the kind", causes("<nil>"), ["2 no"]],
    [
      "strict decoding",
      { message: 'strict decoding error: unknown field "spec.infra.x", duplicate field "metadata.name"' },
      ['11 unknown field "spec.infra.x"', '4 duplicate field "metadata.name"'],
    ],
    [
      "server-side apply",
      {
        message: "failed to create typed patch object (a/b; c/v1, Kind=D): .spec.infra.x: field not declared in schema",
      },
      ["11 .spec.infra.x: field not declared in schema"],
    ],
    [
      "a webhook that names two fields",
      {
        message:
          'admission webhook "w" denied the request: [spec.infra: Required value, spec.list[0].size: Invalid value: 1]',
      },
      ["11 spec.infra: Required value", "10 spec.list[0].size: Invalid value: 1"],
    ],
    ["a webhook that names none, at the kind", { message: "denied: too late" }, ["2 denied: too late"]],
    [
      "a cause without field beside a message with one",
      { ...causes(""), message: "x: spec.infra: bad" },
      ["11 spec.infra: bad"],
    ],
    ["a Status without any text", {}, ["2 "]],
    ["causes that are none", { message: "no", details: { causes: [7, null, { field: {} }] } }, ["2 no"]],
  ];
  test.for(rows)("%s", ([, status, expected]) => {
    expect(faults(status)).toEqual(expected);
  });

  test("a refusal of 32 KiB without a pattern is read in one pass, and one with ten thousand fields is cut", () => {
    expect(faults({ message: `spec${".a".repeat(16_000)}` })).toHaveLength(1);
    expect(faults({ message: "spec[".repeat(6_000) })).toHaveLength(1);
    expect(faults({ message: "spec.infra: bad, ".repeat(10_000) })).toHaveLength(50);
  });
});
