import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The reasons and events of CDI and of what is built alike. */
export const lifecycleReasonsWords: WordsTables = {
  lifecycleReasons: {
    of: "CDI, AAQ, MigController, MTQ",
    next: [ask.object, ask.pods],
    says: {
      DeployStarted: {
        meaning:
          "Its operator began to create its objects. The words stand on Progressing alone; Available=False has none.",
        causes: ["a fresh installation", "a Deployment of it does not get ready"],
      },
      DeployCompleted: {
        meaning: "All its Deployments got ready and it counts as deployed.",
        causes: ["an installation or an upgrade has ended"],
        next: [ask.report],
      },
      UpgradeStarted: {
        meaning:
          "Its operator replaces the older version. It calls itself degraded meanwhile, so HyperConverged shows Available=False.",
        causes: ["a normal upgrade", "a Deployment of the new version does not get ready, if it lasts"],
      },
      ConfigError: {
        meaning: "Its operator gave up and waits for a person: the CR is in phase Error.",
        causes: [
          "a left-over CR of an earlier installation in an illegal phase",
          "objects of an earlier installation are in the way",
        ],
        next: [ask.object, ask.events],
      },
    },
  },
  cdiReasons: {
    of: "CDI",
    next: [ask.cdi, ask.cdiLog],
    says: {
      CreateResources: {
        meaning: "cdi-operator could not put together its cluster-wide objects and tries again.",
        causes: ["a wrong setting of the CDI CR", "a missing permission"],
      },
      CreateNamespaceResources: {
        meaning: "cdi-operator could not put together the objects of its namespace and tries again.",
        causes: ["a wrong image or placement in the CDI CR"],
      },
      CreateDynamicResources: {
        meaning:
          "cdi-operator could not put together the objects that depend on the cluster, such as webhooks and certificates, and tries again.",
        causes: ["the certificates of its services are not there yet"],
      },
    },
  },
  lifecycleEvents: {
    of: "CDI, AAQ, MigController, MTQ",
    next: [ask.events],
    says: {
      CreateResourceFailed: {
        meaning: "An object of the component could not be created.",
        causes: ["a webhook or a quota refused it", "a missing permission"],
      },
      CreateResourceSuccess: {
        meaning: "An object of the component was created.",
        causes: ["an installation, or an object that had been deleted"],
      },
      UpdateResourceFailed: {
        meaning: "An object of the component could not be changed.",
        causes: ["a field that cannot be changed", "a webhook refused it"],
      },
      UpdateResourceSuccess: {
        meaning: "An object of the component was changed.",
        causes: ["an upgrade", "somebody had edited it"],
      },
      DeleteResourceFailed: {
        meaning: "An object that this version does not use any more could not be deleted.",
        causes: ["a finalizer", "a missing permission"],
      },
      DeleteResourceSuccess: {
        meaning: "An object that this version does not use any more was deleted.",
        causes: ["an upgrade"],
      },
    },
  },
};
