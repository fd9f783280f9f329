import { describe, expect, test } from "vitest";
import { importsOf, readProductSources } from "./import-graph.ts";
import { floors, refuseImport, roomsBesideAggregation } from "./rooms.ts";

const sources = readProductSources();

test("no import of the product breaks the order of the rooms", () => {
  const imports = [...sources].flatMap(([file, text]) => importsOf(file, text));
  expect(imports.length).toBeGreaterThan(3000);
  expect(imports.flatMap((one) => refuseImport(one) ?? [])).toEqual([]);
});

describe("each room of a floor is refused what stands beside it or after it, and is given what stands before it", () => {
  const pairs = floors.flatMap(({ folder, steps }) =>
    steps.flatMap((step, own) =>
      step.flatMap((room) =>
        steps.flatMap((others, other) =>
          others
            .filter((each) => each !== room)
            .map((each): [from: string, to: string, isAllowed: boolean] => [
              `${folder}/${room}/x.ts`,
              `${folder}/${each}/y.ts`,
              other < own,
            ]),
        ),
      ),
    ),
  );
  test.for(pairs)("%s > %s", ([from, to, isAllowed]) => {
    const refusal = refuseImport({ from, to, isLater: false });
    if (isAllowed) expect(refusal).toBeUndefined();
    else expect(refusal).toContain("import only what stands before them");
  });
});

test.for(roomsBesideAggregation)("aggregation is refused %s", (room) => {
  const from = "shared/aggregate/hco/x.ts";
  const to = `${room}/y.ts`;
  expect(refuseImport({ from, to, isLater: true })).toContain("aggregation never imports");
});

describe("a file that exists to load later", () => {
  const lazy = { from: "plugin/naming/x.ts", to: "plugin/naming/y.lazy.ts" };
  test("is refused to a statement", () => {
    expect(refuseImport({ ...lazy, isLater: false })).toContain("exists to load later");
  });
  test("is given to import() and to types", () => {
    expect(refuseImport({ ...lazy, isLater: true })).toBeUndefined();
  });
});

test("every folder of a floor has its place in the order", () => {
  const rooms = floors.flatMap(({ folder, steps }) => steps.flat().map((room) => `${folder}/${room}`));
  const folders = [...sources.keys()].flatMap((file) =>
    floors.flatMap(({ folder }) => {
      const [room, rest] = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/") : [];
      return rest === undefined ? [] : [`${folder}/${room}`];
    }),
  );
  // Build scripts and the page in the timeline's frame are programs of their own.
  const own = ["plugin/build", "plugin/deploy", "plugin/release", "extension/webview"];
  expect([...new Set(folders)].filter((folder) => !rooms.includes(folder) && !own.includes(folder))).toEqual([]);
});
