"""Losses and transformations of optax, called as a user calls them."""

import jax
import jax.numpy as jnp
import optax


def test_classification() -> None:
    logits, labels = jnp.ones((5, 4)), jnp.zeros(5, jnp.int32)
    assert optax.softmax_cross_entropy_with_integer_labels(logits, labels).shape == (5,)
    assert optax.softmax_cross_entropy(logits, jax.nn.one_hot(labels, 4)).shape == (5,)
    assert optax.sigmoid_binary_cross_entropy(logits, jnp.zeros((5, 4))).shape == (5, 4)
    assert optax.safe_softmax_cross_entropy(logits, jax.nn.one_hot(labels, 4)).shape == (5,)
    assert optax.losses.poly_loss_cross_entropy(logits, jax.nn.one_hot(labels, 4)).shape == (5,)
    assert optax.losses.multiclass_hinge_loss(logits, labels).shape == (5,)
    assert optax.losses.multiclass_perceptron_loss(logits, labels).shape == (5,)
    assert optax.losses.sigmoid_focal_loss(logits, jnp.zeros((5, 4))).shape == (5, 4)
    assert optax.hinge_loss(jnp.ones(5), jnp.ones(5)).shape == (5,)
    assert optax.losses.multiclass_sparsemax_loss(logits, labels).shape == (5,)


def test_divergences() -> None:
    logits, targets = jnp.ones((5, 4)), jnp.full((5, 4), 0.25)
    assert optax.kl_divergence(logits, targets).shape == (5,)
    assert optax.convex_kl_divergence(logits, targets).shape == (5,)
    assert optax.losses.make_fenchel_young_loss(jax.nn.logsumexp)(logits[0], targets[0]).shape == ()


def test_sequences() -> None:
    logits = jnp.ones((2, 7, 4))
    labels = jnp.ones((2, 3), jnp.int32)
    assert optax.ctc_loss(logits, jnp.zeros((2, 7)), labels, jnp.zeros((2, 3))).shape == (2,)


def test_regression() -> None:
    one, other = jnp.ones((5, 4)), jnp.zeros((5, 4))
    assert optax.l2_loss(one, other).shape == (5, 4)
    assert optax.huber_loss(one, other).shape == (5, 4)
    assert optax.log_cosh(one, other).shape == (5, 4)
    assert optax.cosine_similarity(one, other).shape == (5,)
    assert optax.cosine_distance(one, other).shape == (5,)


def test_others() -> None:
    logits, labels = jnp.ones((5, 4)), jnp.ones((5, 4))
    assert optax.losses.ranking_softmax_loss(logits, labels).shape == ()
    assert optax.ntxent(jnp.ones((6, 4)), jnp.array([0, 0, 1, 1, 2, 2])).shape == ()
    assert optax.losses.triplet_margin_loss(logits, labels, 2 * labels).shape == (5,)
    assert optax.losses.dice_loss(jnp.ones((2, 5, 4)), jnp.ones((2, 5, 4))).shape == (2,)
    assert optax.smooth_labels(labels, 0.1).shape == (5, 4)


PARAMETERS = {"w": jnp.ones((3, 4)), "b": jnp.zeros(4)}


def _loss(parameters: dict[str, jax.Array]) -> jax.Array:
    return ((jnp.ones((7, 3)) @ parameters["w"] + parameters["b"]) ** 2).mean()


def _steps(optimizer: optax.GradientTransformation) -> None:
    state = optimizer.init(PARAMETERS)
    parameters = PARAMETERS
    for _ in range(2):
        updates, state = optimizer.update(jax.grad(_loss)(parameters), state, parameters)
        parameters = optax.apply_updates(parameters, updates)
    assert parameters["w"].shape == (3, 4)


def test_adam() -> None:
    _steps(optax.adam(optax.cosine_decay_schedule(0.1, 10)))
    _steps(optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(0.1)))


def test_adafactor() -> None:
    _steps(optax.adafactor(0.1, min_dim_size_to_factor=2))


def test_other_optimizers() -> None:
    _steps(optax.sgd(0.1, momentum=0.9))
    _steps(optax.lamb(0.1))
    _steps(optax.lion(0.1))
    _steps(optax.sm3(0.1))
    _steps(optax.yogi(0.1))
    _steps(optax.rprop(0.1))


def test_muon() -> None:
    _steps(optax.contrib.muon(0.1))


def test_lbfgs() -> None:
    optimizer = optax.lbfgs()
    state = optimizer.init(PARAMETERS)
    value, gradient = jax.value_and_grad(_loss)(PARAMETERS)
    updates, state = optimizer.update(gradient, state, PARAMETERS, value=value, grad=gradient, value_fn=_loss)
    assert updates["w"].shape == (3, 4)


def test_projections() -> None:
    assert optax.projections.projection_simplex(jnp.ones(4)).shape == (4,)
    assert optax.projections.projection_l2_ball(jnp.ones(4)).shape == (4,)
    assert optax.projections.projection_l1_ball(jnp.ones(4)).shape == (4,)


def test_assignment() -> None:
    rows, columns = optax.assignment.hungarian_algorithm(jnp.arange(12.0).reshape(3, 4))
    assert rows.shape == columns.shape == (3,)
