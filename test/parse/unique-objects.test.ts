import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../shared/model/object.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { uniqueObjects } from "../../shared/parse/unique-objects.ts";

function version(resourceVersion: string, mark: string, name = "a", apiVersion = "g/v1"): KubeObject {
  return toObject({ apiVersion, kind: "K", metadata: { name, resourceVersion }, status: mark });
}

describe("of the same object the newest resourceVersion counts, else the last", () => {
  const rows: [what: string, versions: string[], counts: number][] = [
    ["one", ["5"], 0],
    ["newer last", ["5", "6"], 1],
    ["newer first", ["6", "5"], 0],
    ["newer in the middle", ["5", "7", "6"], 1],
    ["more digits", ["9", "10"], 1],
    ["more digits first", ["10", "9"], 0],
    ["beyond what a number holds", ["18446744073709551615", "18446744073709551614"], 0],
    ["leading zeros", ["010", "9"], 0],
    ["equal versions", ["5", "5"], 1],
    ["no versions", ["", ""], 1],
    ["one without", ["5", ""], 1],
    ["one that is no number", ["5", "abc"], 1],
    ["a negative one", ["5", "-1"], 1],
  ];
  test.for(rows)("%s", ([, versions, counts]) => {
    const objects = versions.map((each, index) => version(each, `${index}`));
    expect(uniqueObjects(objects).map((object) => object.status)).toStrictEqual([`${counts}`]);
  });
});

test("objects stay in the order in which they came first, and another API version is no other object", () => {
  const objects = [
    version("1", "a1"),
    version("1", "b1", "b"),
    version("2", "a2", "a", "g/v2"),
    version("1", "c", "a", "h/v1"),
  ];
  expect(uniqueObjects(objects).map((object) => object.status)).toStrictEqual(["a2", "b1", "c"]);
});
