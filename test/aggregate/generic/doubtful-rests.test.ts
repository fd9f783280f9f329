import { describe } from "vitest";
import { type Given, type Row, testRows } from "./given-rows.ts";

const given = (rule: string, is: readonly string[], verdict: string, more: Given = {}): Row => [
  rule,
  { is, ...more },
  verdict,
];
const phase = (text: string): Given => ({ status: { phase: text } });

describe("the rest of an object excuses no fault", () => {
  testRows([
    given("the rest of its backups is not its own", ["Degraded=True BackupsSuspended: db is down"], "degraded"),
    given("not even where it is good", ["Ready=False BackupsSuspended: db is down"], "unavailable"),
    given("what is not paused does not rest", ["Ready=False NotPaused: pods crash"], "unavailable"),
    given("nor does what was resumed", ["Ready=False Unpaused"], "unavailable"),
    given("the rest of a rollout is not its own", ["Ready=False RolloutPaused: 2 pods crash loop"], "unavailable"),
    given("that of the reconciliation is", ["Ready=False ReconciliationPaused"], "healthy"),
    given("and one by the name of the kind", ["Ready=False WidgetSuspended"], "healthy"),
    given("a crash is no rest", ["Ready=False NodeCrash: kernel panic"], "unavailable", phase("Stopped")),
    given("of Pods neither", ["Available=False PodsCrash"], "unavailable", phase("Disabled")),
    given("nor is a lack of memory", ["Ready=False OutOfMemory"], "unavailable", phase("Sleeping")),
    given("nor any other reason", ["Ready=False NoQuorum"], "unavailable", phase("Stopped")),
    given("a reason that says the same is", ["Ready=False GuestStopped"], "healthy", phase("Stopped")),
    given("what was killed did not stop", ["Stopped=True OOM", "Ready=False OOM: killed by kernel"], "unavailable"),
    given("what lost its contact is not known", ["Paused=True", "Ready=Unknown LostContact: no heartbeat"], "unknown"),
  ]);
});
