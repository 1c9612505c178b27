import type { ApiPolicy } from "../../../compute/endpoints/firewallPolicies";
import { canonicalPrincipal } from "../../../names/principals";
import { distinctMembers, grantKey, hasCondition, logKey, type PolicyData } from "./iamPolicy";

/**
 * The policy that is sent in place of the one that was read: under its etag, and under version 3 where either has a
 * condition, whoever's it is. Without conditions the version stays what it was. Who is in the policy already keeps the spelling
 * there, because the service may refuse another one.
 */
export function successor(current: ApiPolicy, next: PolicyData): ApiPolicy {
  const conditional = [current, next].some(({ bindings = [] }) => bindings.some(hasCondition));
  const version = conditional ? 3 : current.version;
  return {
    ...respell(next, current),
    ...(version === undefined ? {} : { version }),
    ...(current.etag === undefined ? {} : { etag: current.etag }),
  };
}

/** A policy with each principal in the spelling of another policy: that of the same list there, or else that of any list. */
function respell(next: PolicyData, current: PolicyData): PolicyData {
  const spellings = new Map<string, string>();
  const keys = (list: string, principal: string) => [list + principal, principal];
  const note = (list: string, members: readonly string[]) => {
    for (const member of members)
      for (const key of keys(list, canonicalPrincipal(member))) if (!spellings.has(key)) spellings.set(key, member);
    return members;
  };
  mapMembers(current, note);
  return mapMembers(next, (list, members) => {
    const spelled = members.map((member) => {
      const [own, any] = keys(list, canonicalPrincipal(member)).map((key) => spellings.get(key));
      return own ?? any ?? member;
    });
    return note(list, distinctMembers(spelled));
  });
}

/**
 * A policy with other lists of members.
 *
 * @param change is told which list it is: that of a grant, or of a log
 */
function mapMembers(
  policy: PolicyData,
  change: (list: string, members: readonly string[]) => readonly string[],
): PolicyData {
  const { bindings, auditConfigs } = policy;
  return {
    ...policy,
    ...(bindings && {
      bindings: bindings.map((binding) => {
        const { role, condition, members } = binding;
        return members === undefined
          ? binding
          : { ...binding, members: [...change(grantKey(role, condition), members)] };
      }),
    }),
    ...(auditConfigs && {
      auditConfigs: auditConfigs.map((config) => ({
        ...config,
        ...(config.auditLogConfigs && {
          auditLogConfigs: config.auditLogConfigs.map((log) => {
            const { logType, exemptedMembers } = log;
            if (exemptedMembers === undefined) return log;
            return { ...log, exemptedMembers: [...change(logKey(config.service, logType), exemptedMembers)] };
          }),
        }),
      })),
    }),
  };
}
