/** Every operation that is called, by its name in the OpenAPI file. */
export const OPERATIONS = {
  createTimer: ['POST', '/api/v1/groups/{groupId}/timers'],
  changeTimers: ['POST', '/api/v1/timers/batch'],
  getTimer: ['GET', '/api/v1/groups/{groupId}/timers/{timerId}'],
  putTimer: ['PUT', '/api/v1/groups/{groupId}/timers/{timerId}'],
  patchTimer: ['PATCH', '/api/v1/groups/{groupId}/timers/{timerId}'],
  deleteTimer: ['DELETE', '/api/v1/groups/{groupId}/timers/{timerId}'],
  fireTimer: ['POST', '/api/v1/groups/{groupId}/timers/{timerId}/fire'],
  pauseTimer: ['POST', '/api/v1/groups/{groupId}/timers/{timerId}/pause'],
  resumeTimer: ['POST', '/api/v1/groups/{groupId}/timers/{timerId}/resume'],
  previewSchedule: ['GET', '/api/v1/schedule/preview'],
  listTimers: ['GET', '/api/v1/groups/{groupId}/timers'],
  listFailed: ['GET', '/api/v1/groups/{groupId}/failed'],
  redriveTimer: ['POST', '/api/v1/groups/{groupId}/timers/{timerId}/redrive'],
  startBulkJob: ['POST', '/api/v1/groups/{groupId}/bulk'],
  listBulkJobs: ['GET', '/api/v1/groups/{groupId}/bulk'],
  getBulkJob: ['GET', '/api/v1/groups/{groupId}/bulk/{jobId}'],
  cancelBulkJob: ['DELETE', '/api/v1/groups/{groupId}/bulk/{jobId}'],
  pauseGroup: ['POST', '/api/v1/groups/{groupId}/pause'],
  resumeGroup: ['POST', '/api/v1/groups/{groupId}/resume'],
} as const;

export type Operation = keyof typeof OPERATIONS;
