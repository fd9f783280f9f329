import { describe, expect, test } from "vitest";
import { findHover } from "../../../extension/manifest/hover-content.ts";
import type { Place } from "../../../extension/places/place.ts";
import type { PlaceState } from "../../../extension/places/place-state.ts";
import { buildLinkArguments, readCommandArguments } from "../../../extension/session/command-arguments.ts";
import {
  findObjectAt,
  findSameNamed,
  isAbout,
  refOfManifestObject,
} from "../../../extension/session/object-in-document.ts";
import type { ManifestObject } from "../../../shared/model/manifest/manifest.ts";
import { parseManifest } from "../../../shared/parse/manifest/parse-manifest.ts";
import { now } from "../../render/build.ts";
import { samples } from "../../render/samples.ts";

const place: Place = { kind: "cluster", context: "prod", namespaces: [] };
const one = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
`;
const twins = `${one}---\n${one}`;
const { objects } = parseManifest(twins);
const [first, second] = objects as [ManifestObject, ManifestObject];

describe("what a command of an object is given", () => {
  test("says who it is, at which place, and where it is written", () => {
    const words = buildLinkArguments(second, { state: "unnamed" }, place, "file:///a.yaml") ?? [];
    expect(readCommandArguments(words)).toEqual({
      ref: { ...refOfManifestObject(second), version: "v1beta1" },
      place,
      written: { document: "file:///a.yaml", offset: second.whole.start },
    });
  });

  test("is the same from a hover as from everything else", () => {
    const report = samples["a crashing container below CDI"];
    if (report === undefined) throw new Error("no such sample");
    const shown: PlaceState = {
      place,
      name: "prod",
      phase: "shown" as const,
      link: { state: "live" as const },
      report,
      now: () => Date.parse(now) / 1000,
    };
    const about = { uri: "file:///a.yaml", state: shown };
    const found = findHover(parseManifest(one), one.indexOf("HyperConverged"), about);
    const link = found?.parts.flatMap(function links(part: unknown): unknown[] {
      if (typeof part !== "object" || part === null) return [];
      if ("command" in part && part.command === "hcoStatus.diffWithLive") return [part];
      return Object.values(part).flatMap((value) => (Array.isArray(value) ? value.flatMap(links) : links(value)));
    })[0] as { readonly arguments: readonly unknown[] } | undefined;
    const [root] = report.roots;
    const [object] = parseManifest(one).objects as [ManifestObject];
    if (root === undefined) throw new Error("no root");
    expect(link?.arguments).toEqual(
      buildLinkArguments(object, { state: "linked", ref: root.ref }, place, "file:///a.yaml"),
    );
  });

  test("leads to the very document of two about the same object", () => {
    const said = readCommandArguments(buildLinkArguments(second, { state: "unnamed" }, place, "file:///a.yaml") ?? []);
    const found = findObjectAt(objects, said?.written?.offset ?? -1);
    expect(found).toBe(second);
    const written = refOfManifestObject(second);
    expect(written && findSameNamed(objects, written)).toEqual([first, second]);
  });

  test("is nothing for a document that names nothing", () => {
    const [object] = parseManifest("apiVersion: v1\nkind: Pod\nmetadata:\n  generateName: a-\n").objects;
    expect(object && buildLinkArguments(object, { state: "generateName" }, place, "file:///a.yaml")).toBeUndefined();
  });
});

describe("what is called with anything else is nothing", () => {
  const ref = { group: "", kind: "Pod", name: "a" };
  const rows: [what: string, words: readonly unknown[], said: unknown][] = [
    ["nothing", [], undefined],
    ["null", [null], undefined],
    ["a number", [7], undefined],
    ["no name", [{ ...ref, name: "" }], undefined],
    [
      "a row",
      [{ ref, place, logs: { pod: "a", container: "b" } }],
      { ref, place, logs: { pod: "a", container: "b", isPrevious: false } },
    ],
    ["a place of another shape", [{ ref, place: { kind: "cluster", namespaces: [7] } }], { ref }],
    ["a log without a container", [{ ref, logs: { pod: "a" } }], { ref }],
    ["a document without an offset", [ref, "file:///a.yaml"], { ref }],
    ["an offset that is none", [ref, "file:///a.yaml", Number.NaN], { ref }],
    ["where it is written within the first word", [{ ref, uri: "file:///a.yaml", offset: 7 }], { ref }],
  ];
  test.for(rows)("%s", ([, words, said]) => {
    expect(readCommandArguments(words)).toEqual(said);
  });
});

describe("a document may be about an object", () => {
  const ref = { group: "hco.kubevirt.io", kind: "HyperConverged", name: "kubevirt-hyperconverged" };
  const here = "kubevirt-hyperconverged";
  const bare = parseManifest(one.replace(/ {2}namespace.*\n/, "")).objects[0] as ManifestObject;
  const rows: [rule: string, object: ManifestObject, namespace: string, is: boolean][] = [
    ["of its namespace", first, here, true],
    ["not of another namespace", first, "other", false],
    ["of any, where it names none", bare, "other", true],
  ];
  test.for(rows)("%s", ([, object, namespace, is]) => {
    expect(isAbout(object, { ...ref, namespace })).toBe(is);
  });
});
