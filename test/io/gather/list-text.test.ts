import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { objectsInFile } from "../../../shared/io/gather/file-objects.ts";
import { listText } from "../../../shared/io/gather/list-text.ts";
import { randomOf } from "../random.ts";
import { yamlOf } from "./layouts.ts";

const kind = { group: "", kind: "Event", versions: ["v1"] };

describe("a list is cut into its items", () => {
  test("which together are the whole, whatever their texts hold", () => {
    const random = randomOf(7);
    const pieces = [
      "- a",
      "\n",
      "\n- b",
      "items:",
      "---",
      "\u2028- x",
      "kind: List",
      ": ",
      "#",
      "'",
      '"',
      "\t",
      "é",
      "|",
      " ",
    ];
    const words = (): string => Array.from({ length: random(6) }, () => pieces[random(pieces.length)] ?? "").join("");
    for (let round = 0; round < 300; round++) {
      const items = Array.from({ length: 1 + random(5) }, (_, index) => ({
        message: words(),
        metadata: { name: `e${index}`, annotations: { [`k${words()}`]: words() } },
      }));
      const text = yamlOf({ apiVersion: "v1", kind: "EventList", items, metadata: { note: "x" } });
      const cut = listText(`---\n${text}`);
      expect(cut?.items.map((item) => (load(item.text) as unknown[])[0])).toEqual(items);
      expect(load(cut?.frame ?? "")).toEqual({ apiVersion: "v1", kind: "EventList", metadata: { note: "x" } });
    }
  });

  test("unless it has another shape", () => {
    for (const text of [
      "",
      "kind: Pod\n",
      "items: []\n",
      "items:\n  - a: 1\n",
      "items:\n- a: 1\n---\nitems:\n- b: 2\n",
    ])
      expect(listText(text)).toBeUndefined();
  });
});

describe("one broken item does not take the others with it", () => {
  const good = (name: string): string => `- metadata:\n    name: ${name}\n`;
  test("and is named by its line", () => {
    const text = `apiVersion: v1\nitems:\n${good("a")}- metadata: {name: [}\n${good("b")}kind: EventList\n`;
    const { objects, damage } = objectsInFile(text, "events.yaml", kind);
    expect(objects.map(({ ref }) => `${ref.kind} ${ref.name}`)).toEqual(["Event a", "Event b"]);
    expect(damage.map(({ where }) => where)).toEqual([expect.stringMatching(/^events\.yaml:5:\d+$/)]);
  });

  test("a list that ends early is cut off", () => {
    const { objects, damage } = objectsInFile(`apiVersion: v1\nitems:\n${good("a")}${good("b")}`, "events.yaml", kind);
    expect(objects).toHaveLength(2);
    expect(damage).toEqual([{ where: "events.yaml", cause: "it ends in the middle of a list: it is cut off" }]);
  });
});
