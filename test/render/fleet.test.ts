import { describe, expect, test } from "vitest";
import { listChanges } from "../../shared/changes/compare-reports.ts";
import { displayWidth } from "../../shared/characters/display-width.ts";
import type { LinkState } from "../../shared/model/report-change.ts";
import { printReport } from "../../shared/outline/printed-report.ts";
import { fleetFormats, type MakePrinter } from "../../shared/render/fleet/formats.ts";
import { currentVerdict, fleetStateOf, membersInOrder } from "../../shared/render/fleet/member-state.ts";
import { memberLinkNews, memberNews } from "../../shared/render/fleet/news.ts";
import { fleetRow } from "../../shared/render/fleet/rows.ts";
import { type FleetOptions, fleetWording, renderFleet } from "../../shared/render/fleet/text.ts";
import type { FleetFormatName } from "../../shared/render/formats/format-names.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import { fleetStates } from "../../shared/render/words/commands/fleet.ts";
import { randomFrom } from "../random.ts";
import { fleetOfAll, member } from "./fleet-samples.ts";
import { hostileReport } from "./hostile-report.ts";
import { hostileText } from "./hostile-text.ts";

const all = membersInOrder(fleetOfAll);

/** The table of these clusters. */
function table(members: readonly FleetMember[], options: FleetOptions = {}): string {
  return renderFleet(
    members.map((one) => fleetRow(one, fleetWording(options, "age"))),
    options,
  );
}

async function printMembers(
  format: FleetFormatName,
  members: readonly FleetMember[],
  template = "",
  options: FleetOptions = {},
) {
  const printer = await (fleetFormats[format] as MakePrinter)(template, options);
  if ("error" in printer) throw new Error(`${format}: ${printer.error}`);
  const result = printer.print(
    members.map((one) => printer.keep(one, options)),
    options,
  );
  if ("error" in result) throw new Error(result.error);
  return result.text;
}

describe("clusters stand in one table", () => {
  const looks: [name: string, format: FleetFormatName, options: FleetOptions][] = [
    ["120", "text", { width: 120 }],
    ["60", "text", { width: 60 }],
    ["ascii", "text", { width: 100, ascii: true, noHeaders: true }],
    ["wide", "wide", { width: 180, reach: { flags: ["--kubeconfig", "my file"] }, as: "bob" }],
    ["times", "text", { width: 0, absoluteTime: true, at: "2026-11-21T06:13:18Z" }],
    ["plain", "plain", {}],
    ["followed", "text", { width: 90, isFollowed: true }],
  ];
  test.for(looks)("as in %s", async ([name, format, options]) => {
    const text = await printMembers(format, all, "", options);
    await expect(text).toMatchFileSnapshot(`golden/fleet.${name}.txt`);
    for (const line of text.split("\n")) {
      expect(line).toBe(line.trimEnd());
      if (options.width && !line.startsWith("Next"))
        expect(displayWidth(line), line).toBeLessThanOrEqual(options.width);
    }
    if (options.ascii) expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  });

  test("the worst are first, then clusters without a response, then the healthy ones; equals by name", () => {
    expect(all.map(({ context }) => context)).toEqual([
      "crashing",
      "culprits",
      "two",
      "dead",
      "far",
      "lost",
      "torn",
      "expired",
      "refusing",
      "empty",
      "no-kind",
      "typo",
      "joining",
      "half-seen",
      "upgrading",
      "well-a",
      "well-b",
    ]);
  });

  test.for(Array.from({ length: 20 }, (_, seed) => seed))("whatever order they come in, seed %i", (seed) => {
    const next = randomFrom(seed);
    const shuffled = fleetOfAll.map((one) => ({ one, at: next() })).toSorted((a, b) => a.at - b.at);
    const order = membersInOrder(shuffled.map(({ one }) => one));
    expect(order).toEqual(all);
    const ranks = order.map((one) => fleetStates.indexOf(fleetStateOf(one)));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  test("one healthy cluster has no more text", () => {
    expect(table([member("prod", "healthy is short")])).toBe(
      [
        "✓ 1 cluster: 1 healthy",
        "  read just now",
        "",
        "CONTEXT  VERSION  VERDICT  SINCE",
        "✓ prod   1.20.0   healthy  3d4h",
        "",
      ].join("\n"),
    );
  });
});

describe("what may be old is not known, whatever it was", () => {
  const until = "2026-11-21T06:12:18Z";
  const rows: [state: LinkState, sample: string, summary: string, row: RegExp][] = [
    [
      "unreachable",
      "healthy is short",
      "1 unreachable",
      /^\? prod .* unknown +5m +server unreachable, .*; was healthy$/,
    ],
    [
      "authRequired",
      "healthy is short",
      "1 require login",
      /^\? prod .* unknown +5m +login required, .*; was healthy$/,
    ],
    ["stale", "healthy is short", "1 unknown", /^\? prod .* unknown +5m +reconnecting, .*; was healthy$/],
    ["unreachable", "a crashing container below CDI", "1 unreachable", /^\? prod .*; was unavailable: CDI: container/],
  ];
  test.for(rows)("%s: %s", ([state, sample, summary, row]) => {
    const silent = { since: until, now: "2026-11-21T06:17:18Z" };
    const one: FleetMember = { ...member("prod", sample), link: { state, cause: "no", until }, silent };
    const lines = table([one, { ...one, context: "z" }], { width: 0, isFollowed: true }).split("\n");
    expect(lines[0]).toBe(`? 2 contexts: ${summary.replace("1", "2").replace("needs", "need")}`);
    expect(lines[3]).toMatch(row);
    expect(currentVerdict(one)).toBe("unknown");
  });

  test("of its changes the verdicts, the cause and the upgrade are printed, with their object", () => {
    const before = member("prod", "healthy is short");
    const after = member("prod", "a crashing container below CDI");
    const changes = listChanges(before.report, after.report);
    const lines = memberNews(before, after, changes, {});
    expect(changes.length).toBeGreaterThan(lines.length * 2);
    expect(lines).toContainEqual(expect.stringMatching(/^✗ CDI: healthy -> unavailable/));
    for (const line of lines) expect(line).not.toMatch(/Available|Progressing|message/);
  });

  test("a lost and a regained connection of a cluster are reported once each", () => {
    const healthyMember = member("prod", "healthy is short");
    const lost: FleetMember = { ...healthyMember, link: { state: "unreachable", cause: "refused" } };
    const asked: FleetMember = { ...healthyMember, link: { state: "stale", cause: "asked again" } };
    expect(memberLinkNews(healthyMember, lost, {})).toBe("✗ server unreachable: refused");
    expect(memberLinkNews(lost, { ...lost, link: { state: "unreachable", cause: "other" } }, {})).toBeUndefined();
    expect(memberLinkNews(lost, asked, {})).toBeUndefined();
    expect(memberLinkNews(asked, healthyMember, {})).toBe("✓ reconnected");
  });
});

describe("a long name ruins no table", () => {
  const long = `gke_${"project-".repeat(9)}_edge-7`;
  test.for([40, 60, 80, 120, 200])("at %i columns", (width) => {
    const text = table([member(long, "a crashing container below CDI"), member("b", "healthy is short")], {
      width,
    });
    for (const line of text.split("\n").filter((one) => !one.startsWith("Next")))
      expect(displayWidth(line), line).toBeLessThanOrEqual(width);
    const row = text.split("\n").find((line) => line.startsWith("✗ gke_")) ?? "";
    expect(row).toContain("unavailable");
    if (width < 200) expect(row).toMatch(/^✗ gke_[^ ]*…[^ ]*-7 /);
    expect(text).toContain(`--context ${long}\n`);
  });

  test("-o wide does not cut a long name where there is room", () => {
    expect(table([member(long, "healthy is short")], { width: 150, wide: true })).toContain(long);
  });
});

describe("what is run next can be run", () => {
  const dead = { is: "unreached", cause: "refused" } as const;
  const torn = { is: "unusable", cause: "it names no cluster" } as const;
  const rows: [sentence: string, members: readonly FleetMember[], context: string | undefined][] = [
    ["the worst", [member("a", "the server did not answer", dead)], "a"],
    ["no cluster whose name has a line break", [member("new\nline", "the server did not answer", dead)], undefined],
    [
      "no cluster whose name has control characters",
      [member("\u001b[31m", "the server did not answer", dead)],
      undefined,
    ],
    ["no context that leads nowhere", [member("torn", "the server did not answer", torn)], undefined],
    [
      "the next cluster that can be named",
      [member("torn", "the server did not answer", torn), member("z", "the server did not answer", dead)],
      "z",
    ],
  ];
  test.for(rows)("%s", ([, members, context]) => {
    const [, named] = /^Next {2}kubectl hco-status --context (.*)$/m.exec(table(members)) ?? [];
    expect(named).toBe(context);
  });
});

test("where room is short what is healthy takes one line", () => {
  const healthy = Array.from({ length: 32 }, (_, place) => member(`edge-${place}`, "healthy is short"));
  const members = membersInOrder([...healthy, member("bad", "a crashing container below CDI")]);
  const whole = table(members, { width: 100, isFollowed: true });
  const short = table(members, { width: 100, isFollowed: true, lines: 12 }).trimEnd().split("\n");
  expect(table(members, { width: 100, isFollowed: true, lines: 60 })).toBe(whole);
  expect(short.length).toBeLessThanOrEqual(12);
  expect(short[0]).toBe("✗ 33 clusters: 1 unavailable, 32 healthy");
  expect(short.find((line) => line.startsWith("✓"))).toMatch(/^✓ 32 healthy: edge-0, edge-1, .* and \d+ more$/);
});

describe("scripts get the Reports, in the order of the table", () => {
  const reports = all.map(({ report }) => report);

  test("as a JSON list", async () => {
    expect(JSON.parse(await printMembers("json", all))).toEqual(JSON.parse(JSON.stringify(reports.map(printReport))));
  });

  const rows: [sentence: string, format: FleetFormatName, template: string, text: string][] = [
    ["names of contexts", "name", "", all.map(({ context }) => `${context}\n`).join("")],
    [
      "jsonpath over the items of a List",
      "jsonpath",
      '{.kind} {range .items[0:2]}{.source.name}={.verdict}{"\\n"}{end}',
      "List crashing=unavailable\nculprits=unavailable\n",
    ],
    [
      "custom columns with a row each",
      "custom-columns",
      "C:.source.name,V:.verdict",
      ["C           V", ...reports.map(({ source, verdict }) => `${source.name.padEnd(11)} ${verdict}`), ""].join("\n"),
    ],
  ];
  test.for(rows)("%s", async ([, format, template, text]) => {
    expect(await printMembers(format, all, template)).toBe(text);
  });

  test("a YAML list", async () => {
    const text = await printMembers("yaml", all);
    expect(text.match(/^- apiVersion: hco-status\/v1$/gm)).toHaveLength(all.length);
  });
});

describe("what a cluster or a kubeconfig says never acts", () => {
  test.for(Array.from({ length: 40 }, (_, seed) => seed))("seed %i", async (seed) => {
    const next = randomFrom(seed);
    const members = Array.from({ length: 5 }, (): FleetMember => {
      const trouble = { is: "unreached", cause: hostileText(next) } as const;
      const one = { context: hostileText(next), server: hostileText(next), report: hostileReport(next) };
      return next() < 0.5 ? one : { ...one, trouble };
    });
    const width = 40 + Math.floor(next() * 100);
    for (const format of ["text", "wide", "plain", "name"] as const) {
      const text = await printMembers(format, membersInOrder(members), "", { width });
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]/u);
      const lines = text.split("\n").filter((line) => !line.startsWith("Next"));
      if (format === "text" || format === "wide")
        for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(width);
    }
    expect(await printMembers("json", membersInOrder(members))).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });
});
