import type { ProfileName } from "../model/families.ts";
import { type GroupKind, isSameKind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";
import type { Profile } from "../model/profile.ts";
import type { Query, Snapshot } from "../model/snapshot.ts";
import { applicationProfile } from "../profiles/application.ts";
import { genericProfile } from "../profiles/generic.ts";
import { greenhouseProfile } from "../profiles/greenhouse/profile.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { planApplicationReads } from "./application/application-plan.ts";
import { evaluateApplicationRoot } from "./application/evaluate-application.ts";
import { evaluateAlone } from "./evaluate-generic.ts";
import type { EvaluationContext, RootEvaluation } from "./evaluation/evaluation.ts";
import { planGenericReads } from "./generic/generic-plan.ts";
import { evaluateGreenhouse } from "./greenhouse/evaluate-greenhouse.ts";
import { planGreenhouseReads } from "./greenhouse/greenhouse-plan.ts";
import { evaluateHyperConverged } from "./hco/evaluate-hyperconverged.ts";
import { planHyperConvergedReads, planStandaloneReads } from "./hco/hco-plan.ts";
import { evaluateStandaloneComponent } from "./hco/standalone-component.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";
import type { ReadScope } from "./snapshot/queries.ts";

// The behaviour of every family. Its data stands in model/families.ts. The three tables are separate, so that a bundle
// holds only what it uses. The plugin plans in one bundle while it loads the evaluation in another (plugin/build/README.md, "Files
// and start-up").

/** What the conditions of a family mean, and the components of its operator. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  hco: hcoProfile,
  application: applicationProfile,
  greenhouse: greenhouseProfile,
  generic: genericProfile,
};

/** Returns the queries around one root that the snapshot does not cover yet, the least important last. */
type Planner = (root: KubeObject, index: ObjectIndex, snapshot: Snapshot, scope: ReadScope) => readonly Query[];

export const plannersByFamily: Readonly<Record<ProfileName, Planner>> = {
  hco: planHyperConvergedReads,
  application: planApplicationReads,
  greenhouse: planGreenhouseReads,
  // A component CR without its HyperConverged is a root of this family. It keeps the plan and the rules of a component.
  generic: (root, index, snapshot, scope) => [
    ...planStandaloneReads(root, index, snapshot, scope),
    ...planGenericReads(root, index, snapshot, scope),
  ],
};

/** Returns the node of one root and its findings. */
type Evaluate = (object: KubeObject, index: ObjectIndex, context: EvaluationContext) => RootEvaluation;

export const evaluatorsByFamily: Readonly<Record<ProfileName, Evaluate>> = {
  hco: evaluateHyperConverged,
  application: evaluateApplicationRoot,
  greenhouse: evaluateGreenhouse,
  generic: (object, index, context) =>
    evaluateAlone(object, index, context, evaluateStandaloneComponent(object, index, context)),
};

/** Finds the profile of the family that has a kind among its roots or components. */
export function findProfileOf(kind: GroupKind): Profile | undefined {
  return Object.values(profiles).find(({ roots, components }) =>
    [...roots, ...components].some((known) => isSameKind(known, kind)),
  );
}
