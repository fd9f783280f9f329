import { describe, expect, test } from "vitest";
import { renderMarkdownParts } from "../../../../shared/render/editor/hover/markdown-parts.ts";
import { buildContextRows, type ShownContext } from "../../../../shared/render/editor/tree/context-rows.ts";
import { treeRow } from "../../../../shared/render/editor/tree/row.ts";
import { membersInOrder } from "../../../../shared/render/fleet/member-state.ts";
import type { FleetMember } from "../../../../shared/render/words/commands/fleet.ts";
import { fleetOfAll, member } from "../../fleet-samples.ts";

const english = { isUnhealthyOnly: false };

function shownContext(one: FleetMember, more: Partial<ShownContext> = {}): ShownContext {
  return { id: `contexts/${one.context}`, member: one, isPaused: false, below: () => [], ...more };
}

describe("all contexts as rows", () => {
  const rows = buildContextRows(
    fleetOfAll.map((one) => shownContext(one)),
    english,
  );

  test("stand worst first, in the order of every other list of clusters", () => {
    expect(rows.map(({ id }) => id)).toEqual(membersInOrder(fleetOfAll).map(({ context }) => `contexts/${context}`));
  });

  test("begin with the verdict or with what is in the way, then the name and the cause", () => {
    expect(rows.map(({ mark, label, description }) => `${mark} | ${label} | ${description}`)).toMatchInlineSnapshot(`
      [
        "bad | unavailable for 14m | crashing · CDI: container cdi-controller CrashLoopBackOff (exit 1, 7 restarts); 2 more causes",
        "bad | unavailable for 14m | culprits · MigController: CreateResources: Unable to create all resources; 1 more cause",
        "bad | unavailable for 5h | two · hyperconverged/kubevirt-hyperconverged: rejected by its operator: Request does not match expected name (kubevirt-hyperconverged) and namespace (kubevirt-hyperconverged)",
        "unknown | unreachable | dead · connection refused",
        "unknown | unreachable | far · timed out: no response within 30 s",
        "unknown | unreachable | lost · server unreachable, last read at 2026-11-21T06:12:18Z; was healthy",
        "unknown | unusable | torn · context "torn" names cluster "gone", which does not exist in /home/dev/.kube/config; its clusters: a",
        "unknown | login required | expired · the server rejected the credentials (401: Unauthorized)",
        "unknown | forbidden | refusing · no permission to list hyperconvergeds.hco.kubevirt.io",
        "unknown | nothing found | empty · no HyperConverged",
        "unknown | nothing found | no-kind · HyperConverged is not installed",
        "unknown | nothing found | typo · hyperconvergeds.hco.kubevirt.io "hco" not found",
        "busy | connecting | joining",
        "unknown | status unknown | half-seen · KubeVirt and CDI cannot be read (forbidden)",
        "busy | progressing for 22m | upgrading · upgrade 1.19.2 -> 1.20.0, running for 22m: 1 of 3 components done, waiting for CDI and SSP",
        "good | healthy for 3d4h | well-a",
        "good | healthy for 3d4h | well-b",
      ]
    `);
  });

  test("are copied with the name first, and spoken without signs", () => {
    for (const [place, { copied, spoken }] of rows.entries()) {
      const name = membersInOrder(fleetOfAll)[place]?.context ?? "";
      expect(copied.startsWith(`${name}: `)).toBe(true);
      expect(spoken.startsWith(`${name}, `)).toBe(true);
      expect(spoken).not.toMatch(/[✗✓~!?·→…$]|->/u);
    }
  });

  test("offer to connect only where the user has to", () => {
    const waiting = rows.filter(({ context }) => context.includes("unconnected"));
    expect(waiting.map(({ id }) => id)).toEqual(["contexts/expired"]);
  });

  test("have the server and the whole cause in the tooltip", () => {
    const hint = renderMarkdownParts(rows.find(({ id }) => id === "contexts/dead")?.hint() ?? []);
    expect(hint).toContain("connection refused; is the server running");
    expect(hint).toContain("dead");
  });

  test("that are healthy are named in a last row where only the unhealthy are shown", () => {
    const unhealthy = buildContextRows(
      fleetOfAll.map((one) => shownContext(one)),
      { ...english, isUnhealthyOnly: true },
    );
    expect(unhealthy.at(-1)?.description).toBe("2 as expected: well-a, well-b");
    expect(unhealthy.length).toBe(rows.length - 1);
  });

  test("beyond the most that are read are counted in a last row", () => {
    const [, last] = buildContextRows([shownContext(member("well", "healthy is short"))], {
      ...english,
      unread: { number: 12, max: 100 },
    });
    expect(`${last?.mark} | ${last?.label} | ${last?.description}`).toBe(
      "unknown | 12 more contexts | not read: at most 100 are",
    );
  });

  test.for<readonly [rule: string, more: Partial<ShownContext>, expected: string]>([
    ["one that the user has not connected is not healthy", { isPaused: true }, "unknown | not connected | joining"],
    ["one that is being read is not either", {}, "busy | connecting | joining"],
  ])("%s", ([, more, expected]) => {
    const joining = member("joining", "the server did not answer", { is: "connecting", cause: "" });
    const [row] = buildContextRows([shownContext(joining, more)], english);
    expect(`${row?.mark} | ${row?.label} | ${row?.description}`).toBe(expected);
  });

  test("open what they hold, and nothing where it is still read", () => {
    const own = treeRow({ id: "a", mark: "good", label: "healthy", description: "", spoken: "" });
    const healthyMember = member("well", "healthy is short");
    const [open] = buildContextRows([shownContext(healthyMember, { below: () => [own] })], english);
    expect([open?.hasChildren, open?.isOpen, open?.children()]).toEqual([true, false, [own]]);
    const { below: _, ...bare } = shownContext(healthyMember);
    expect(buildContextRows([bare], english)[0]?.hasChildren).toBe(false);
  });

  test("do not act, whatever a context is called", () => {
    const [row] = buildContextRows(
      [shownContext(member("a\u202e\u001b[31mb\n[x](command:y)", "healthy is short"))],
      english,
    );
    expect(`${row?.label}${row?.description}${row?.copied}`).not.toMatch(/[\u001b\u202e\n]/);
    expect(renderMarkdownParts(row?.hint() ?? [])).not.toMatch(/(?<!\\)\[x/);
  });
});
