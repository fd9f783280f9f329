import type { WordsTables } from "../model/explanation.ts";

/** Definitions of kinds, and the APIs behind an APIService. */
export const definitionsWords: WordsTables = {
  definitionConditions: {
    of: "CustomResourceDefinition and APIService",
    next: ["kubectl describe crd NAME"],
    says: {
      Established: {
        meaning: "Whether the API server serves the kind.",
        causes: ["its names are taken", "it was made a moment ago"],
      },
      NamesAccepted: {
        meaning: "Whether nobody else has the names of the kind.",
        causes: ["another definition with the same plural or short name"],
      },
      NonStructuralSchema: {
        meaning: "The schema of the kind breaks a rule, so some of its features are off.",
        causes: ["a definition of an old time"],
      },
      Terminating: {
        meaning: "The definition and all objects of the kind are being deleted.",
        causes: ["objects with a finalizer whose controller is gone"],
        next: ["kubectl describe crd NAME", "kubectl get PLURAL -A"],
      },
      Available: {
        meaning: "Whether the API behind an APIService answers. While it does not, deletions of namespaces hang.",
        causes: ["its Service has no pod", "a certificate that is not trusted"],
        next: ["kubectl describe apiservice NAME"],
      },
    },
  },
  definitionReasons: {
    of: "CustomResourceDefinition and APIService",
    next: ["kubectl describe crd NAME"],
    says: {
      InitialNamesAccepted: {
        meaning: "The kind's names were free, and it is served.",
        causes: ["a definition as it should be"],
      },
      NoConflicts: {
        meaning: "None of the kind's names is taken by another.",
        causes: ["a definition whose names are its own"],
      },
      NotAccepted: {
        meaning: "A name of the kind is taken, so it is not served.",
        causes: ["two operators that bring the same names"],
      },
      Installing: {
        meaning: "The kind's names are accepted and it will be served in a moment.",
        causes: ["a definition that was just made"],
      },
      InvalidCABundle: {
        meaning: "The certificates for the kind's conversion webhook cannot be read.",
        causes: ["a caBundle that nobody has filled in"],
      },
      InstanceDeletionInProgress: {
        meaning: "All objects of the kind are being deleted before the definition goes.",
        causes: ["somebody deleted the definition"],
        next: ["kubectl get PLURAL -A"],
      },
      InstanceDeletionFailed: {
        meaning: "Not all objects of the kind could be deleted.",
        causes: ["a finalizer", "a conversion webhook that does not answer"],
        next: ["kubectl get PLURAL -A"],
      },
      InstanceDeletionCheck: {
        meaning: "It could not be found out whether objects of the kind are left.",
        causes: ["a conversion webhook that does not answer"],
      },
      InstanceDeletionCompleted: { meaning: "All objects of the kind are gone.", causes: ["the definition goes next"] },
      MissingEndpoints: {
        meaning: "The Service behind the APIService has no ready pod.",
        causes: ["the pods of that API do not run"],
        next: ["kubectl describe apiservice NAME"],
      },
      FailedDiscoveryCheck: {
        meaning: "The API behind the APIService does not answer.",
        causes: ["a network policy, a certificate or a pod that hangs"],
        next: ["kubectl describe apiservice NAME"],
      },
      ServiceNotFound: {
        meaning: "The Service behind the APIService does not exist.",
        causes: ["an operator was removed and its APIService left behind"],
        next: ["kubectl describe apiservice NAME"],
      },
      Passed: {
        meaning: "The API behind the APIService answers.",
        causes: ["its pods run"],
        next: ["kubectl describe apiservice NAME"],
      },
      Local: {
        meaning: "The API is the API server's own.",
        causes: ["there is nothing to reach"],
        next: ["kubectl describe apiservice NAME"],
      },
    },
  },
};
