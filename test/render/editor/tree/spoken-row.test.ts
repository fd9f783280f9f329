import { describe, expect, test } from "vitest";
import type { LinkState } from "../../../../shared/model/report-change.ts";
import { readAloud } from "../../../../shared/render/editor/tree/spoken-row.ts";
import {
  badgeWords,
  currencyWords,
  type PlaceWords,
  treePlaceText,
} from "../../../../shared/render/editor/tree/view-words.ts";

describe("the view says how old its rows are, unless they are as the server has them", () => {
  test.for<{ readonly state: LinkState; readonly words: string }>([
    { state: "live", words: "" },
    { state: "forbidden", words: "" },
    { state: "gone", words: "" },
    { state: "idle", words: "showing 14:02, not connected" },
    { state: "connecting", words: "showing 14:02, reconnecting" },
    { state: "stale", words: "showing 14:02, reconnecting" },
    { state: "unreachable", words: "showing 14:02, server unreachable" },
    { state: "authRequired", words: "showing 14:02, login needed" },
  ])("the words for the link state $state are $words", ({ state, words }) => {
    expect(currencyWords({ state, time: "14:02", isFiles: false })).toBe(words);
  });
});

describe("the title of the view has the name of its source", () => {
  test.for<{ readonly place: PlaceWords; readonly words: string }>([
    { place: { name: "admin@prod", namespaces: [] }, words: "admin@prod" },
    { place: { name: "admin@prod", namespaces: ["a", "b"] }, words: "admin@prod · a, b" },
    {
      place: { name: "gather.tar.gz", namespaces: [], files: "must-gather" },
      words: "gather.tar.gz · must-gather",
    },
    { place: { name: "dump.yaml", namespaces: [], files: "dump" }, words: "dump.yaml · files" },
    { place: { name: "a\u001b[31m\u202eb", namespaces: [] }, words: "a^[[31m\\u202eb" },
    { place: { name: "", namespaces: [] }, words: "" },
  ])("the title for $place.name is $words", ({ place, words }) => {
    expect(treePlaceText(place)).toBe(words);
  });
});

describe("the badge of the view is spoken with names", () => {
  test.for([
    { labels: ["a"], words: "1 unhealthy: a" },
    { labels: ["a", "b\n"], words: "2 unhealthy: a, b " },
    { labels: ["a", "b", "c", "d", "e", "f"], words: "6 unhealthy: a, b, c, d, e, …" },
  ])("the badge for $labels is spoken as $words", ({ labels, words }) => {
    expect(badgeWords(labels, "")).toBe(words);
    expect(badgeWords(labels, "14:02")).toBe(`${words}, as of 14:02`);
  });
});

describe("signs of a row are spoken in words", () => {
  test.for([
    { pieces: ["CDI", "", "v1.63.0 -> v1.64.0"], spoken: "CDI, v1.63.0 to v1.64.0" },
    { pieces: ["-> v1.64.0"], spoken: "to v1.64.0" },
    { pieces: ["Deployment x 0/1 ready; container c"], spoken: "Deployment x 0 of 1 ready; container c" },
    { pieces: ["a · b…"], spoken: "a, b" },
    { pieces: ["several\nlines  here"], spoken: "several lines here" },
  ])("$pieces is spoken as $spoken", ({ pieces, spoken }) => {
    expect(readAloud(pieces)).toBe(spoken);
  });
});
