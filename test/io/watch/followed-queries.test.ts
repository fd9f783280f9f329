import { expect, test } from "vitest";
import { FollowedQueries } from "../../../shared/io/watch/followed-queries.ts";
import type { QueryReflector } from "../../../shared/io/watch/reflector/reflector.ts";
import type { Query } from "../../../shared/model/snapshot.ts";

const buildQuery = (plural: string): Query => ({
  verb: "list",
  group: "x.example.com",
  kind: plural,
  plural,
  versions: ["v1"],
  namespaced: false,
});
const pods = buildQuery("pods");
const nodes = buildQuery("nodes");

/** The queries that are followed, and a log of `begin PLURAL` and `stop PLURAL`. */
function recordFollowed(): { readonly log: string[]; readonly followed: FollowedQueries } {
  const log: string[] = [];
  const begin = ({ plural }: Query): QueryReflector => {
    log.push(`begin ${plural}`);
    return {
      reading: () => undefined,
      link: () => ({ state: "connecting" }),
      refresh: () => {},
      refreshOutdated: () => {},
      hurry: () => {},
      stop: () => log.push(`stop ${plural}`),
    };
  };
  return { log, followed: new FollowedQueries(begin) };
}

type Naming = readonly [named: readonly Query[], now: number];
const rows: readonly {
  readonly rule: string;
  readonly namings: readonly Naming[];
  readonly expected: readonly string[];
}[] = [
  {
    rule: "a query that the plan names twice is followed once",
    namings: [
      [[pods], 0],
      [[pods], 1],
    ],
    expected: ["begin pods"],
  },
  {
    rule: "a query that the plan no longer names is followed for five minutes",
    namings: [
      [[pods, nodes], 0],
      [[pods], 10],
      [[pods], 300_009],
    ],
    expected: ["begin pods", "begin nodes"],
  },
  {
    rule: "a query that the plan no longer names is stopped after five minutes",
    namings: [
      [[pods, nodes], 0],
      [[pods], 10],
      [[pods], 300_010],
    ],
    expected: ["begin pods", "begin nodes", "stop nodes"],
  },
  {
    rule: "the five minutes begin again where the plan named the query in between",
    namings: [
      [[pods, nodes], 0],
      [[pods], 10],
      [[pods, nodes], 20],
      [[pods], 300_010],
      [[pods], 600_009],
    ],
    expected: ["begin pods", "begin nodes"],
  },
  {
    rule: "a query that was stopped is followed again where the plan names it",
    namings: [
      [[pods], 0],
      [[], 0],
      [[], 300_000],
      [[pods], 300_001],
    ],
    expected: ["begin pods", "stop pods", "begin pods"],
  },
];
test.for(rows)("$rule", ({ namings, expected }) => {
  const { log, followed } = recordFollowed();
  for (const [named, now] of namings) followed.follow(named, now);
  expect(log).toEqual(expected);
});

test("no query is followed after the stop, and the links of the followed ones can be read", () => {
  const { log, followed } = recordFollowed();
  followed.follow([pods], 0);
  followed.stop();
  followed.follow([pods, nodes], 1);
  expect(log).toEqual(["begin pods", "stop pods"]);
  expect(followed.linksOf([nodes, pods])).toEqual([{ state: "connecting", query: pods }]);
});
