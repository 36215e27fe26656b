/** A unit cannot be made, certified or renewed now: a sentence for the operator that says why and what to do. */
export class OnboardingRefusal extends Error {
  override readonly name = "OnboardingRefusal";
}
