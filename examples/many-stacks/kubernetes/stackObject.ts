/** What all stacks share: `settings.json`. */
export interface Settings {
  /** The organization of Pulumi Cloud. */
  readonly organization: string;
  /** The address of the repository, and the folder of `Pulumi.yaml` in it. */
  readonly repository: string;
  readonly folder: string;
  readonly branch: string;
  /** The project of Google Cloud. */
  readonly project: string;
  readonly namespace: string;
  /** The account of Kubernetes that `access.yaml` declares. */
  readonly serviceAccount: string;
  readonly image: string;
}

/** An object of kind `Stack` in `pulumi.com/v1`, as far as this example uses it. */
export type StackObject = ReturnType<typeof stackObject>;

/** The object of one stack of the plan. */
export function stackObject(name: string, settings: Settings) {
  const { organization, repository, folder, branch, project, namespace, serviceAccount, image } = settings;
  return {
    apiVersion: "pulumi.com/v1",
    kind: "Stack",
    metadata: { name, namespace },
    spec: {
      stack: `${organization}/${name}`,
      projectRepo: repository,
      ...(folder === "." ? {} : { repoDir: folder }),
      branch,
      shallow: true,
      serviceAccountName: serviceAccount,
      // No key of Google Cloud is among them: on GKE, the pod acts as the service account.
      envRefs: {
        PULUMI_ACCESS_TOKEN: { type: "Secret", secret: { name: "pulumi", key: "accessToken" } },
        GOOGLE_PROJECT: { type: "Literal", literal: { value: project } },
      },
      // Who deletes an object by mistake loses no route.
      destroyOnFinalize: false,
      retryMaxBackoffDurationSeconds: 3600,
      // The pod of a stack that has no changes would only cost memory.
      workspaceReclaimPolicy: "Delete",
      workspaceTemplate: {
        spec: { image, resources: { requests: { cpu: "500m", memory: "512Mi" }, limits: { memory: "1Gi" } } },
      },
      updateTemplate: { spec: { continueOnError: true } },
    },
  };
}
