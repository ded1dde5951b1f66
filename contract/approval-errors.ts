import { failureOf } from '#contract/errors.ts';

/** The messages of calls that only the code for approvals makes, which no page loads at once. */
export const approvalFailures = {
  approve: failureOf('approve', 'approved', 'the text'),
  withdraw: failureOf('withdraw', 'withdrawn', 'the approval'),
  exempt: failureOf('exempt', 'exempted', 'the text'),
  requests: 'Failed to fetch the requests',
  ask: failureOf('ask for', 'asked for', 'the review'),
  askChanges: failureOf('ask for', 'asked for', 'the changes'),
  withdrawRequest: failureOf('withdraw', 'withdrawn', 'the request'),
  findRecalled: 'Failed to fetch the texts with this sentence',
  recall: failureOf('recall', 'recalled', 'the sentence'),
  clinicians: 'Failed to fetch the clinicians',
  listRemarks: 'Failed to fetch the remarks',
  addRemark: failureOf('add', 'added', 'the remark'),
  reply: failureOf('add', 'added', 'the reply'),
  resolve: failureOf('change', 'changed', 'the remark'),
  deleteRemark: failureOf('delete', 'deleted', 'the remark'),
  listTexts: 'Failed to fetch the texts to review',
  readText: 'Failed to fetch the text',
};
