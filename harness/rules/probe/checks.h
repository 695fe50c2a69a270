// Checks of probe answers for rules that also have other checks.
#pragma once

#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {

void cache_follows_in_answer(const Collection& collection, const History& history, Ruling& ruling);
void failed_inspection_in_answer(const Collection& collection, const History& history, Ruling& ruling);
void cache_follows_before_shutdown(const End& end, const History& history, Ruling& ruling);

}  // namespace gcrucible::rules
