import { describe, expect, test } from "vitest";
import type { LinkState } from "../../../../shared/model/report-change.ts";
import { readAloud } from "../../../../shared/render/editor/tree/spoken-row.ts";
import {
  badgeWords,
  type PlaceWords,
  staleWords,
  treePlaceText,
} from "../../../../shared/render/editor/tree/view-words.ts";

describe("over the rows stands how old they are, unless they are as the server has it", () => {
  test.for<readonly [state: LinkState, words: string | undefined]>([
    ["live", undefined],
    ["forbidden", undefined],
    ["gone", undefined],
    ["idle", "showing 14:02, not connected"],
    ["connecting", "showing 14:02, reconnecting"],
    ["stale", "showing 14:02, reconnecting"],
    ["unreachable", "showing 14:02, server unreachable"],
    ["authRequired", "showing 14:02, login needed"],
  ])("%s", ([state, words]) => {
    expect(staleWords(state, "14:02")).toBe(words);
  });
});

describe("behind the title stands where we look", () => {
  test.for<readonly [place: PlaceWords, words: string]>([
    [{ name: "admin@prod", namespaces: [] }, "admin@prod"],
    [{ name: "admin@prod", namespaces: ["a", "b"] }, "admin@prod · a, b"],
    [{ name: "gather.tar.gz", namespaces: [], files: "must-gather" }, "gather.tar.gz · must-gather"],
    [{ name: "dump.yaml", namespaces: [], files: "dump" }, "dump.yaml · files"],
    [{ name: "a\u001b[31m\u202eb", namespaces: [] }, "a^[[31m\\u202eb"],
    [{ name: "", namespaces: [] }, ""],
  ])("%j", ([place, words]) => {
    expect(treePlaceText(place)).toBe(words);
  });
});

describe("the number at the icon is spoken with names", () => {
  test.for<readonly [labels: readonly string[], words: string]>([
    [["a"], "1 unhealthy: a"],
    [["a", "b\n"], "2 unhealthy: a, b "],
    [["a", "b", "c", "d", "e", "f"], "6 unhealthy: a, b, c, d, e, …"],
  ])("%j", ([labels, words]) => {
    expect(badgeWords(labels, "")).toBe(words);
    expect(badgeWords(labels, "14:02")).toBe(`${words}, as of 14:02`);
  });
});

describe("what is drawn with signs is spoken in words", () => {
  test.for<readonly [pieces: readonly string[], spoken: string]>([
    [["CDI", "", "v1.63.0 -> v1.64.0"], "CDI, v1.63.0 to v1.64.0"],
    [["-> v1.64.0"], "to v1.64.0"],
    [["Deployment x 0/1 ready; container c"], "Deployment x 0 of 1 ready; container c"],
    [["a · b…"], "a, b"],
    [["several\nlines  here"], "several lines here"],
  ])("%j", ([pieces, spoken]) => {
    expect(readAloud(pieces)).toBe(spoken);
  });
});
