import { describe, expect, test } from "vitest";
import { isLoginRequired } from "../../extension/places/login-required.ts";
import { isOther } from "../../extension/places/place-state.ts";
import { isWorkedOn } from "../../extension/platform/document-schemes.ts";
import { withFolder, workspaceFolderVariable } from "../../extension/platform/workspace-variable.ts";
import { sortByLikelihood, sortByName } from "../../extension/session/sort-picks.ts";
import { decideReveal } from "../../extension/tree/pending-reveal.ts";

describe("the folder in a setting is one on this machine", () => {
  const disk = { scheme: "file", fsPath: "/a$&b/$1" };
  const virtual = { scheme: "vscode-vfs", fsPath: "/github/x" };
  const text = `${workspaceFolderVariable}/kubeconfig`;
  const rows: [rule: string, ...given: Parameters<typeof withFolder>, expected: string | undefined][] = [
    ["its own, as it is called", text, disk, [], "/a$&b/$1/kubeconfig"],
    ["each time", `${workspaceFolderVariable}/a:${workspaceFolderVariable}/b`, disk, [], "/a$&b/$1/a:/a$&b/$1/b"],
    ["of the window the first on this machine", text, undefined, [virtual, disk], "/a$&b/$1/kubeconfig"],
    ["none", text, undefined, [virtual], undefined],
    ["no folder at all", text, undefined, [], undefined],
    ["a virtual one", text, virtual, [disk], undefined],
    ["a folder that was not requested", "/etc/kubeconfig", virtual, [], "/etc/kubeconfig"],
  ];
  test.for(rows)("%s", ([, given, folder, folders, expected]) => {
    expect(withFolder(given, folder, folders)).toBe(expected);
  });
});

describe("the live state is shown beside the open document", () => {
  const rows = [
    { scheme: "file", folders: [], is: true },
    { scheme: "untitled", folders: [], is: true },
    { scheme: "vscode-remote", folders: [], is: true },
    { scheme: "vscode-vfs", folders: [], is: true },
    { scheme: "memfs", folders: ["file", "memfs"], is: true },
    { scheme: "memfs", folders: ["file"], is: false },
    { scheme: "git", folders: ["file"], is: false },
    { scheme: "output", folders: ["file"], is: false },
    { scheme: "hco-status-live", folders: ["file"], is: false },
    { scheme: "hco-status-compared", folders: ["file"], is: false },
  ];
  test.for(rows)("$scheme in $folders: $is", ({ scheme, folders, is }) => {
    expect(isWorkedOn(scheme, folders)).toBe(is);
  });
});

test("files that are named like the object are read first", () => {
  const files = ["/b/other.yaml", "/web/main.yaml", "/a/web.yaml", "/c/more.yaml"].map((path) => ({ path }));
  expect(sortByLikelihood(files, "web").map(({ path }) => path)).toEqual([
    "/a/web.yaml",
    "/web/main.yaml",
    "/b/other.yaml",
    "/c/more.yaml",
  ]);
});

describe("a row that was requested before there was any", () => {
  const wanted = { ref: { group: "", kind: "Pod", name: "a" }, place: "here", requestedAtMs: 1_000, isTried: false };
  const rows: readonly {
    readonly rule: string;
    readonly place: string;
    readonly at: number;
    readonly decision: ReturnType<typeof decideReveal>;
  }[] = [
    { rule: "takes the focus as soon as it is there", place: "here", at: 1_000, decision: "focus" },
    { rule: "up to five seconds later", place: "here", at: 6_000, decision: "focus" },
    { rule: "is selected without the focus after that", place: "here", at: 6_001, decision: "select" },
    { rule: "up to a minute later, as where a login takes long", place: "here", at: 61_000, decision: "select" },
    { rule: "is forgotten after a minute", place: "here", at: 61_001, decision: "drop" },
    {
      rule: "is forgotten where the clock was set back by more than a minute",
      place: "here",
      at: -59_001,
      decision: "drop",
    },
    { rule: "is forgotten at another place", place: "there", at: 1_001, decision: "drop" },
  ];
  test.for(rows)("$rule", ({ place, at, decision }) => {
    expect(decideReveal(wanted, place, at)).toBe(decision);
  });

  test("takes the focus only once", () => {
    expect(decideReveal({ ...wanted, isTried: true }, "here", 1_000)).toBe("select");
  });
});

test("a cluster is another one only where both are known", () => {
  expect([isOther("a", "b"), isOther("a", "a"), isOther(undefined, "a"), isOther("a", undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

describe("nothing new arrives before the user logs in", () => {
  const rows: [rule: string, ...given: Parameters<typeof isLoginRequired>, is: boolean][] = [
    ["where that is all there is to say", { phase: "authRequired", link: { state: "idle" } }, true],
    ["where old rows are shown", { phase: "shown", link: { state: "authRequired" } }, true],
    ["where nobody has agreed yet", { phase: "shown", link: { state: "idle" }, isAsking: true }, true],
    [
      "new objects arrive where the server is only unreachable",
      { phase: "shown", link: { state: "unreachable" } },
      false,
    ],
  ];
  test.for(rows)("%s", ([, shown, is]) => {
    expect(isLoginRequired(shown)).toBe(is);
  });
});

test("contexts are picked by name, the current one first, and cluster-10 after cluster-9", () => {
  const contexts = ["prod", "cluster-10", "Dev", "cluster-9", "admin@test"].map((name) => ({ name }));
  expect(sortByName(contexts, "prod").map(({ name }) => name)).toEqual([
    "prod",
    "admin@test",
    "cluster-9",
    "cluster-10",
    "Dev",
  ]);
});
