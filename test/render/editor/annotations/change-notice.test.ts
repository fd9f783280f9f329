import { describe, expect, test } from "vitest";
import type { Report, RootNode } from "../../../../shared/model/report.ts";
import { annotatedPlace } from "../../../../shared/render/editor/annotations/annotated-place.ts";
import {
  type AnnouncedCauses,
  changeNotice,
  type NoticeLevel,
} from "../../../../shared/render/editor/annotations/change-notice.ts";
import { component, hyperconverged, now, report, root } from "../../build.ts";

const seconds = Date.parse(now) / 1000;

function placeAt(minutes: number): ReturnType<typeof annotatedPlace> {
  const known = { name: "prod", place: { kind: "cluster" }, link: { state: "live" } } as const;
  return annotatedPlace({ ...known, now: () => seconds + minutes * 60 }, () => "");
}

/** The notifications while these Reports come, one a minute. */
function notices(level: NoticeLevel, reports: readonly Report[], minutes = 1): readonly (string | undefined)[] {
  let announced: AnnouncedCauses = new Map();
  return reports.slice(1).map((after, place) => {
    const before = reports[place] ?? after;
    const step = changeNotice(before, after, placeAt((place + 1) * minutes), { level, announced });
    announced = step.announced;
    return step.notice?.text;
  });
}

const healthyRoot = root({ children: [component("CDI", "healthy", "v1")] });
const unavailableRoot = root({ children: [component("CDI", "unavailable", "v1")] });
const worse = root({ children: [component("CDI", "unavailable", "v1"), component("KubeVirt", "unavailable", "v1")] });
const degraded = root({ children: [component("CDI", "degraded", "v1")] });
const other = { ref: { ...hyperconverged, name: "other" }, label: "other" };
const otherUnavailableRoot = root({ children: [component("CDI", "unavailable", "v1")], ...other });
const withUid = (node: RootNode, uid: string): RootNode => ({ ...node, ref: { ...node.ref, uid } });

const unavailable = expect.stringMatching(/^HyperConverged kubevirt-hyperconverged is unavailable on prod: CDI/);

describe("a user who wants turns for the worse is notified of a root that", () => {
  const rows: readonly (readonly [
    rule: string,
    roots: readonly (readonly RootNode[])[],
    announced: readonly unknown[],
  ])[] = [
    ["became unavailable", [[healthyRoot], [unavailableRoot]], [unavailable]],
    ["stays as it was: not again", [[healthyRoot], [unavailableRoot], [unavailableRoot]], [unavailable, undefined]],
    ["was unavailable when it was seen first: not at all", [[unavailableRoot], [unavailableRoot]], [undefined]],
    ["is healthy again: not at all", [[unavailableRoot], [healthyRoot]], [undefined]],
    [
      "comes and goes for the same cause: once",
      [[healthyRoot], [unavailableRoot], [healthyRoot], [unavailableRoot]],
      [unavailable, undefined, undefined],
    ],
    [
      "gets a further cause: of that cause",
      [[healthyRoot], [unavailableRoot], [worse]],
      [unavailable, expect.stringMatching(/is unavailable on prod: KubeVirt unavailable/)],
    ],
    ["loses one of two causes: not at all", [[worse], [unavailableRoot]], [undefined]],
    ["was not there before: not at all", [[], [unavailableRoot]], [undefined]],
    ["went: not at all", [[unavailableRoot], []], [undefined]],
    [
      "is another one of that name: not at all",
      [[withUid(healthyRoot, "a")], [withUid(unavailableRoot, "b")]],
      [undefined],
    ],
    ["is the same one", [[withUid(healthyRoot, "a")], [withUid(unavailableRoot, "a")]], [unavailable]],
    ["begins an upgrade: not at all", [[healthyRoot], [{ ...healthyRoot, verdict: "progressing" }]], [undefined]],
    [
      "is one of two at once: of both in one",
      [
        [healthyRoot, { ...otherUnavailableRoot, verdict: "healthy", causes: [] }],
        [unavailableRoot, otherUnavailableRoot],
      ],
      [expect.stringMatching(/ and 1 more$/)],
    ],
  ];
  test.for(rows)("%s", ([, roots, announced]) => {
    expect(
      notices(
        "unhealthy",
        roots.map((some) => report(some)),
      ),
    ).toEqual(announced);
  });

  test("degraded is announced, and unavailable after it is no news of the same cause", () => {
    expect(notices("unhealthy", [report([healthyRoot]), report([degraded]), report([unavailableRoot])])).toEqual([
      expect.stringMatching(/is degraded on prod/),
      undefined,
    ]);
  });

  test("a cause that comes again after an hour is announced again", () => {
    const reports = [
      report([healthyRoot]),
      report([unavailableRoot]),
      report([healthyRoot]),
      report([unavailableRoot]),
    ];
    expect(notices("unhealthy", reports, 31)).toEqual([unavailable, undefined, unavailable]);
  });
});

test("a user who wants all is notified of every change of a verdict", () => {
  const upgrading = { ...healthyRoot, verdict: "progressing" } as const;
  expect(
    notices("all", [
      report([healthyRoot]),
      report([unavailableRoot]),
      report([healthyRoot]),
      report([upgrading]),
      report([healthyRoot]),
    ]),
  ).toEqual([
    unavailable,
    "HyperConverged kubevirt-hyperconverged is healthy again on prod",
    expect.stringMatching(/is progressing on prod/),
    "HyperConverged kubevirt-hyperconverged is healthy on prod",
  ]);
});
