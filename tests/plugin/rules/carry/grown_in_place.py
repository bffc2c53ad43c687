"""jdc-carry: lists in objects that the function of a loop makes longer in place."""

from __future__ import annotations

from dataclasses import dataclass, field

import jax
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Plan:
    x: jax.Array
    history: list[jax.Array] = field(default_factory=list)
    table: dict[str, jax.Array] = field(default_factory=dict)


def f1(plan: Plan) -> Plan:
    def body(plan: Plan, _: None) -> tuple[Plan, None]:
        plan.history.append(plan.x)  # E: jdc-carry
        return plan, None

    return jax.lax.scan(body, plan, None, length=3)[0]


def f2(plan: Plan) -> Plan:
    def body(i: jax.Array, plan: Plan) -> Plan:
        plan.history = [*plan.history, plan.x]  # E: jdc-carry
        return plan

    return jax.lax.fori_loop(0, 3, body, plan)


def f3(plan: Plan) -> Plan:
    def body(i: jax.Array, plan: Plan) -> Plan:
        plan.history += [plan.x]  # E: jdc-carry
        return plan

    return jax.lax.fori_loop(0, 3, body, plan)


def f4(plan: Plan) -> Plan:
    def body(i: jax.Array, plan: Plan) -> Plan:
        plan.history.append(plan.x)
        plan.history.pop(0)
        return plan

    return jax.lax.fori_loop(0, 3, body, plan)


def f5(plan: Plan) -> Plan:
    def body(i: jax.Array, plan: Plan) -> Plan:
        plan.history = [*plan.history[1:], plan.x]
        plan.table = {**plan.table, "x": plan.x}
        return plan

    return jax.lax.fori_loop(0, 3, body, plan)


def f6(plan: Plan) -> Plan:
    def body(i: jax.Array, plan: Plan) -> Plan:
        plan.history.append(plan.x)
        plan.history = plan.history[1:]
        return plan

    return jax.lax.fori_loop(0, 3, body, plan)


def f7(plan: Plan) -> Plan:
    def body(i: jax.Array, plan: Plan) -> Plan:
        plan.history.append(plan.x)  # E: jdc-carry
        plan.x = plan.x + 1
        return plan

    return jax.lax.fori_loop(0, 3, body, plan)
