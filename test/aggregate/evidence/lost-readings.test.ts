import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { sentences } from "../../golden/recorded.ts";
import { isLongRun } from "../../size.ts";
import { type Lose, type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import { listImprovements, readSurfaces } from "./surfaces.ts";

const outcomes = ["forbidden", "unread"] as const;

/** The kinds that the plan asks for, as `resource.group`, in the order of the plan. */
function kindsRead(objects: readonly Raw[]): readonly string[] {
  return [...new Set(readFromCluster(objects).readings.map(({ query }) => `${query.plural}.${query.group}`))];
}

function loseQueries(lost: string, outcome: (typeof outcomes)[number]): Lose {
  return ({ plural, group }) => (`${plural}.${group}` === lost ? outcome : undefined);
}

describe.for(sentences)("%s: a kind that cannot be read makes nothing better", (sentence) => {
  const objects = readCaseAsCluster(sentence);
  const before = readSurfaces(readFromCluster(objects));
  // Over all cases each kind is lost in both ways: in each second case, in turn. A long run loses it in both in each.
  const turn = sentences.indexOf(sentence);
  const rows = kindsRead(objects).flatMap((kind, place) =>
    outcomes.filter((_, way) => isLongRun || way === (turn + place) % 4).map((outcome) => [kind, outcome] as const),
  );

  test.for(rows)("%s, %s", ([kind, outcome]) => {
    expect(
      listImprovements(before, readSurfaces(readFromCluster(objects, loseQueries(kind, outcome)), before.roots)).join(
        "; ",
      ),
    ).toBe("");
  });
});

const healthyCases = ["all-six-components-are-healthy", "openshift-with-ssp-and-an-operatorcondition-is-healthy"];

describe.for(healthyCases)("%s: a required kind that cannot be read is never success, and is named", (sentence) => {
  const objects = readCaseAsCluster(sentence);
  const [root] = aggregate(readFromCluster(objects)).roots;
  const required = ["hyperconvergeds.hco.kubevirt.io", "deployments.apps", "daemonsets.apps"].concat(
    (root?.children ?? []).filter((part) => part.required && part.role === "component").map(({ ref }) => pluralOf(ref)),
  );
  const rows = required.flatMap((kind) => outcomes.map((outcome) => [kind, outcome] as const));

  function pluralOf({ group, kind }: { readonly group: string; readonly kind: string }): string {
    const query = readFromCluster(objects).readings.find(
      ({ query }) => query.group === group && query.kind === kind,
    )?.query;
    return `${query?.plural}.${group}`;
  }

  test.for(rows)("%s, %s", ([kind, outcome]) => {
    const snapshot = readFromCluster(objects, loseQueries(kind, outcome));
    const { exitCode, gate, reached, editor } = readSurfaces(snapshot, root === undefined ? [] : [root]);
    expect({ exitCode, gate, editor }).toEqual({ exitCode: 4, gate: "UNKNOWN", editor: [] });
    // A condition of the root says nothing about the parts, but it is no evidence where its operator may not run.
    const [plural = ""] = kind.split(".");
    const isOfRoot = ["hyperconvergeds", "deployments"].includes(plural);
    // That the root was created is known wherever it was found.
    const isFound = (goal: string): boolean => goal === "create" && plural !== "hyperconvergeds";
    expect(reached.filter((goal) => !isFound(goal) && (isOfRoot || !goal.startsWith("condition")))).toEqual([]);
    expect(renderText(aggregate(snapshot), { width: 120 })).toContain(kind.split(".")[0]);
  });
});

describe.for(healthyCases)("%s: the gate does not allow an upgrade where DaemonSets cannot be read", (sentence) => {
  const objects = readCaseAsCluster(sentence);
  test.for(outcomes)("%s", (outcome) => {
    expect(readSurfaces(readFromCluster(objects)).gate).toBe("ALLOW");
    expect(readSurfaces(readFromCluster(objects, loseQueries("daemonsets.apps", outcome))).gate).toBe("UNKNOWN");
  });
});
