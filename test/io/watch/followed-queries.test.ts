import { expect, test } from "vitest";
import { createFollowedQueries } from "../../../shared/io/watch/follow-snapshot.ts";
import type { QueryReflector } from "../../../shared/io/watch/reflector/reflector.ts";
import type { Query } from "../../../shared/model/snapshot.ts";

const queryOf = (plural: string): Query => ({
  verb: "list",
  group: "x.example.com",
  kind: plural,
  plural,
  versions: ["v1"],
  namespaced: false,
});
const a = queryOf("as");
const b = queryOf("bs");

/** What began and ended, and the queries whose reflectors are followed still. */
function recordFollowed(): { readonly log: string[]; readonly followed: ReturnType<typeof createFollowedQueries> } {
  const log: string[] = [];
  const begin = ({ plural }: Query): QueryReflector => {
    log.push(`begin ${plural}`);
    return {
      reading: () => undefined,
      link: () => ({ state: "connecting" }),
      refresh: () => {},
      hurry: () => {},
      stop: () => log.push(`stop ${plural}`),
    };
  };
  return { log, followed: createFollowedQueries(begin) };
}

type Naming = readonly [named: readonly Query[], now: number];
const rows: readonly {
  readonly rule: string;
  readonly namings: readonly Naming[];
  readonly expected: readonly string[];
}[] = [
  {
    rule: "a query that is named twice begins once",
    namings: [
      [[a], 0],
      [[a], 1],
    ],
    expected: ["begin as"],
  },
  {
    rule: "one that is named no more goes on for five minutes",
    namings: [
      [[a, b], 0],
      [[a], 10],
      [[a], 300_009],
    ],
    expected: ["begin as", "begin bs"],
  },
  {
    rule: "and ends after them",
    namings: [
      [[a, b], 0],
      [[a], 10],
      [[a], 300_010],
    ],
    expected: ["begin as", "begin bs", "stop bs"],
  },
  {
    rule: "which count anew where it was named meanwhile",
    namings: [
      [[a, b], 0],
      [[a], 10],
      [[a, b], 20],
      [[a], 300_010],
      [[a], 600_009],
    ],
    expected: ["begin as", "begin bs"],
  },
  {
    rule: "one that has ended begins anew",
    namings: [
      [[a], 0],
      [[], 0],
      [[], 300_000],
      [[a], 300_001],
    ],
    expected: ["begin as", "stop as", "begin as"],
  },
];
test.for(rows)("$rule", ({ namings, expected }) => {
  const { log, followed } = recordFollowed();
  for (const [named, now] of namings) followed.follow(named, now);
  expect(log).toEqual(expected);
});

test("after the end nothing begins, and what was followed can be looked at", () => {
  const { log, followed } = recordFollowed();
  followed.follow([a], 0);
  followed.stop();
  followed.follow([a, b], 1);
  expect(log).toEqual(["begin as", "stop as"]);
  expect(followed.linksOf([b, a])).toEqual([{ state: "connecting", query: a }]);
});
