/** How an assisted start ended: with the team's word, or because the plan went down. */
export const onboardingOutcomes = ['done', 'dropped'] as const;
export type OnboardingOutcome = (typeof onboardingOutcomes)[number];
