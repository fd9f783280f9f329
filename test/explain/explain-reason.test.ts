import { describe, expect, test } from "vitest";
import { findExplanations, listExplanationsOfWriter, suggestCodes } from "../../shared/explain/explain-reason.ts";
import { allExplanations } from "../../shared/explain/explanation-list.ts";
import { documentationFor } from "../../shared/explain/known-kinds.ts";
import { gateAnswers } from "../../shared/model/upgrade-gate.ts";
import { allVerdicts } from "../../shared/model/verdict.ts";
import { namesInReasons } from "../../shared/profiles/hco/components.ts";
import { hcoComponents } from "../../shared/tables/components.ts";

/** `code kind of` of each entry, in order. */
function listExplanations(typed: string): readonly string[] {
  return findExplanations(typed).map(({ code, kind, of }) => `${code} ${kind} ${of}`);
}

describe("an explanation is found", () => {
  const rows: [how: string, typed: string, first: string][] = [
    ["as it is written", "operator-down", "operator-down finding HyperConverged"],
    ["in any case", "CRASHLOOPBACKOFF", "CrashLoopBackOff reason container"],
    ["with other dashes", "outdated_vmi_workloads", "OutdatedVMIWorkloads gate gate upgrade"],
    ["with spaces around it", "  HCOUpgrading ", "HCOUpgrading reason HyperConverged"],
    ["behind the name of its reporter", "KVUpdateInProgress", "UpdateInProgress reason KubeVirt"],
    [
      "behind the name of its reporter and a slash",
      "cdi/UpgradeStarted",
      "UpgradeStarted reason CDI, AAQ, MigController, MTQ",
    ],
    [
      "by the beginning of its name, where no other name begins so",
      "UnsupportedFeature",
      "UnsupportedFeatureAnnotation reason HyperConverged",
    ],
    ["as a type with a status", "TaintedConfiguration=True", "TaintedConfiguration condition HyperConverged"],
    [
      "as a component's name with the suffix that HyperConverged adds",
      "SSPDegraded",
      "SSPDegraded reason HyperConverged",
    ],
    ["as a term", "verdict", "verdict term hco-status"],
    ["as a value of a term", "BLOCK", "BLOCK answer gate upgrade"],
    ["as another word for a term", "culprit", "cause term hco-status"],
    ["as a mark, which has the explanation of the legend", "✗", "marks term hco-status"],
    ["as a mark of --ascii", "+", "marks term hco-status"],
    [
      "as a reason of HyperConverged before a condition of another family",
      "ReconcileFailed",
      "ReconcileFailed reason HyperConverged",
    ],
    ["as a condition of Kubernetes before one of another family", "Ready", "Ready condition Pod"],
    [
      "for any component in the place of COMPONENT",
      "componentnotavailable",
      "COMPONENTNotAvailable reason HyperConverged",
    ],
  ];
  test.for(rows)("%s", ([, typed, first]) => {
    expect(listExplanations(typed)[0]).toBe(first);
  });

  test("for every kind that reports it", () => {
    expect(listExplanations("Upgradeable")).toEqual(
      expect.arrayContaining([
        "Upgradeable condition HyperConverged",
        "Upgradeable condition OperatorCondition",
        "Upgradeable reason OperatorCondition",
        "Upgradeable gate gate upgrade",
      ]),
    );
  });

  test("for the named component alone", () => {
    expect(listExplanations("SSPAvailable")).toEqual([
      expect.stringMatching(/^Available condition KubeVirt, CDI/),
      "Available reason SSP",
    ]);
  });

  test("first in the letter case in which it was typed", () => {
    expect(listExplanations("degraded")[0]).toBe("degraded verdict a report");
    expect(listExplanations("Degraded")[0]).toBe("Degraded condition HyperConverged");
    expect(listExplanations("degraded").toSorted()).toEqual(listExplanations("Degraded").toSorted());
  });

  test("by its whole name before names that begin with it", () => {
    expect(new Set(findExplanations("Failed").map(({ code }) => code))).toEqual(new Set(["Failed"]));
  });
});

describe("a term has its values", () => {
  const rows: [term: string, values: readonly string[]][] = [
    ["verdict", allVerdicts],
    ["gate", gateAnswers],
    ["finding", ["error", "warning", "info"]],
    ["polarity", ["main", "good", "bad", "busy", "advice", "caution", "info"]],
    ["marks", ["✗", "~", "!", "?", "✓"]],
    ["cause", []],
    ["impact", []],
  ];
  test.for(rows)("%s", ([term, values]) => {
    const [entry] = findExplanations(term);
    expect(entry?.kind).toBe("term");
    expect((entry?.values ?? []).map(({ value }) => value)).toEqual(values);
  });
});

describe("a kind leads to what it reports", () => {
  const rows: [typed: string, codes: readonly string[], notCode: string][] = [
    ["KubeVirt", ["Available", "Synchronized", "UpdateInProgress", "VirtAPIDown"], "CreateResources"],
    ["cdi", ["Available", "DeployStarted", "CreateResources"], "UpdateInProgress"],
    ["HCO", ["ReconcileComplete", "HCOUpgrading", "ErrHCOUninstall"], "DeployStarted"],
  ];
  test.for(rows)("%s", ([typed, codes, notCode]) => {
    const listed = listExplanationsOfWriter(typed).map(({ code }) => code);
    expect(listed).toEqual(expect.arrayContaining([...codes]));
    expect(listed).not.toContain(notCode);
  });

  test("a word that is no kind leads to nothing", () => {
    for (const word of ["", "CDIx", "any", "hco-"]) expect(listExplanationsOfWriter(word)).toEqual([]);
  });
});

test("KIND/REASON leads to the document of the kind's controller", () => {
  expect(documentationFor("argocd/Sleeping")?.source).toMatch(/^https:\/\/argocd-operator\./);
  for (const word of ["ArgoCD", "Unheard/Sleeping", "*/Sleeping", "/", ""]) {
    expect(documentationFor(word)).toBeUndefined();
  }
});

describe("an unknown word is not explained, and gets a suggestion if one is near", () => {
  const rows: [typed: string, guesses: readonly string[]][] = [
    ["crashlopbackoff", ["CrashLoopBackOff"]],
    ["operator-dwn", ["operator-down"]],
    ["HCOUpgradin-", ["HCOUpgrading"]],
    ["KubeletHasIns", ["KubeletHasInsufficientMemory", "KubeletHasInsufficientPID"]],
    ["zzzzzzzz", []],
    ["", []],
    ["   ", []],
    ["-", []],
    ["=True", []],
    ["x".repeat(100_000), []],
    ["__proto__", []],
    ["constructor", []],
    ["toString", []],
    ["\u001b[31mReady\u001b[0m", []],
  ];
  test.for(rows)("%.40j", ([typed, guesses]) => {
    expect(findExplanations(typed)).toEqual([]);
    expect(suggestCodes(typed)).toEqual(guesses);
  });
});

describe("what HyperConverged builds from a component's name is explained for every name that it has used", () => {
  const suffixes = ["Conditions", "NotAvailable", "Progressing", "Degraded", "NotUpgradeable"];
  // Gone before the operator asked any component for its Upgradeable.
  const old = [
    "vmImport",
    "KubevirtCommonTemplatesBundle",
    "KubevirtNodeLabellerBundle",
    "KubevirtTemplateValidator",
    "KubevirtMetricsAggregation",
  ];
  const names = [...namesInReasons].flatMap(([name, component]) =>
    suffixes
      .filter((suffix) => suffix !== "NotUpgradeable" || !old.includes(name))
      .map((suffix) => [name, suffix, component] as const),
  );
  test("a name that HyperConverged has never used is not explained", () => {
    for (const name of old) expect(findExplanations(`${name}NotUpgradeable`)).toEqual([]);
  });
  test.for(names)("%s%s", ([name, suffix, component]) => {
    const entry = findExplanations(`${name}${suffix}`).find(({ code }) => code === `${name}${suffix}`);
    expect(entry).toMatchObject({ kind: "reason", of: "HyperConverged" });
    expect(entry?.meaning).toContain(component);
  });

  test("the explanation of each component's name says where to look", () => {
    for (const { component, reasonName = component, plural, workloadLabel } of hcoComponents) {
      const commands = findExplanations(`${reasonName}Degraded`)[0]?.next.join("\n");
      expect(commands).toContain(` ${plural}`);
      expect(commands).toContain(`component=${workloadLabel}`);
    }
  });
});

test("nothing is explained twice: one entry for each code, kind and writer", () => {
  const keys = allExplanations.map(({ explanation: { code, kind, of } }) => `${code}, ${kind} of ${of}`);
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});
