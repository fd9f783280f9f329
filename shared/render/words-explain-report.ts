import type { WordsTable } from "../model/explanation.ts";
import type { Related } from "../model/report.ts";
import type { Outcome } from "../model/snapshot.ts";
import type { Verdict } from "../model/verdict.ts";
import { ask } from "./words-explain-commands.ts";

/** Verdicts, outcomes and related objects. */
export const reportWords: {
  readonly verdicts: WordsTable<Verdict>;
  readonly outcomes: WordsTable<Outcome>;
  readonly relatedStates: WordsTable<Related["state"]>;
} = {
  verdicts: {
    of: "a report",
    next: [ask.report],
    says: {
      unavailable: {
        meaning: "The worst: it does not serve, as far as anybody can tell.",
        causes: ["Available=False", "a required part that does not exist"],
      },
      degraded: {
        meaning: "It serves, and worse than it should.",
        causes: ["Degraded=True", "fewer pods than wanted"],
      },
      unknown: {
        meaning: "Nobody can tell. What was not read is never called healthy.",
        causes: ["missing permissions", "a condition that says Unknown"],
        next: [ask.report, ask.canI],
      },
      progressing: {
        meaning: "It is on its way, and nothing is known to be down.",
        causes: ["an upgrade, an installation or a deletion"],
        next: [ask.waitHealthy],
      },
      healthy: {
        meaning: "Everything that was read and counts is well.",
        causes: ["nobody reports anything bad (the verdict)"],
      },
    },
  },
  outcomes: {
    of: "a reading",
    next: [ask.report],
    says: {
      found: { meaning: "The object was read.", causes: ["it exists and you may read it"] },
      absent: {
        meaning: "The object does not exist (404).",
        causes: ["it was deleted or never made"],
        next: [ask.events],
      },
      noSuchKind: {
        meaning: "The cluster does not know the kind.",
        causes: ["its CRD is not installed"],
        next: [ask.crds],
      },
      forbidden: {
        meaning: "You may not read it (403). That says nothing about the object.",
        causes: ["a Role that is missing"],
        next: [ask.canI],
      },
      unread: {
        meaning: "It was not read: no answer in time, not collected, or not in the file.",
        causes: ["a server that is slow", "a gather of other namespaces"],
        next: ["kubectl hco-status --request-timeout 1m"],
      },
    },
  },
  relatedStates: {
    of: "status.relatedObjects",
    next: ["kubectl hco-status --related"],
    says: {
      same: { meaning: "The related object is as recorded.", causes: ["nobody has changed it since"] },
      changed: {
        meaning: "The related object has another resourceVersion than recorded, which is normal.",
        causes: ["somebody wrote to it since the operator looked"],
      },
      replaced: {
        meaning: "The related object has another uid: it was deleted and made anew.",
        causes: ["a deletion by hand, and the operator made it again"],
      },
      gone: {
        meaning: "The related object does not exist any more.",
        causes: ["it was deleted by hand", "a left-over that was tidied up"],
      },
      forbidden: {
        meaning: "You may not read the related object.",
        causes: ["a Role that is missing for its kind"],
        next: [ask.canI],
      },
      noSuchKind: {
        meaning: "The cluster does not know the related object's kind.",
        causes: ["its CRD was removed"],
        next: [ask.crds],
      },
      unread: { meaning: "The related object was not looked up.", causes: ["--related was not given and all is well"] },
    },
  },
};
