"""Distributions and bijectors of distrax, called as a user calls them."""

import distrax
import jax
import jax.numpy as jnp

KEY = jax.random.key(0)


def test_normal() -> None:
    normal = distrax.Normal(jnp.zeros(3), jnp.ones(3))
    assert normal.sample(seed=KEY, sample_shape=(5,)).shape == (5, 3)
    assert normal.log_prob(jnp.ones((5, 3))).shape == (5, 3)
    assert normal.entropy().shape == normal.cdf(jnp.zeros(3)).shape == (3,)
    samples, log_prob = normal.sample_and_log_prob(seed=KEY, sample_shape=(4,))
    assert samples.shape == log_prob.shape == (4, 3)


def test_categorical() -> None:
    chosen = distrax.Categorical(logits=jnp.zeros((2, 4)))
    assert chosen.sample(seed=KEY, sample_shape=(5,)).shape == (5, 2)
    assert chosen.log_prob(jnp.zeros(2, jnp.int32)).shape == (2,)
    assert chosen.entropy().shape == chosen.mode().shape == (2,)
    assert chosen.cdf(jnp.zeros(2, jnp.int32)).shape == (2,)
    hot = distrax.OneHotCategorical(probs=jnp.full((2, 4), 0.25))
    assert hot.sample(seed=KEY).shape == (2, 4)
    assert hot.log_prob(jnp.eye(4)[:2]).shape == (2,)


def test_choosing() -> None:
    preferences = jnp.zeros((2, 4))
    assert distrax.EpsilonGreedy(preferences, 0.1).sample(seed=KEY).shape == (2,)
    assert distrax.Greedy(preferences).sample(seed=KEY).shape == (2,)
    assert distrax.Softmax(preferences).log_prob(jnp.zeros(2, jnp.int32)).shape == (2,)


def test_others() -> None:
    for each in (
        distrax.Laplace(jnp.zeros(3), jnp.ones(3)),
        distrax.Gumbel(jnp.zeros(3), jnp.ones(3)),
        distrax.Logistic(jnp.zeros(3), jnp.ones(3)),
        distrax.Uniform(jnp.zeros(3), jnp.ones(3)),
        distrax.Gamma(jnp.ones(3), jnp.ones(3)),
        distrax.Beta(jnp.ones(3), jnp.ones(3)),
        distrax.Bernoulli(probs=jnp.full(3, 0.5)),
        distrax.VonMises(jnp.zeros(3), jnp.ones(3)),
    ):
        values = each.sample(seed=KEY, sample_shape=(5,))
        assert each.log_prob(values).shape == values.shape == (5, 3)


def test_vectors() -> None:
    scales = jnp.eye(3) + 0.1
    for each in (
        distrax.MultivariateNormalDiag(jnp.zeros(3), jnp.ones(3)),
        distrax.MultivariateNormalFullCovariance(jnp.zeros(3), scales @ scales.T),
        distrax.MultivariateNormalTri(jnp.zeros(3), jnp.tril(scales)),
        distrax.MultivariateNormalDiagPlusLowRank(jnp.zeros(3), jnp.ones(3), jnp.ones((3, 1))),
    ):
        assert each.sample(seed=KEY, sample_shape=(5,)).shape == (5, 3)
        assert each.log_prob(jnp.ones((5, 3))).shape == (5,)
        assert each.mean().shape == (3,)
        assert each.covariance().shape == (3, 3)


def test_simplex() -> None:
    dirichlet = distrax.Dirichlet(jnp.ones((2, 4)))
    assert dirichlet.sample(seed=KEY).shape == (2, 4)
    assert dirichlet.log_prob(jnp.full((2, 4), 0.25)).shape == dirichlet.entropy().shape == (2,)
    multinomial = distrax.Multinomial(total_count=3, probs=jnp.full((2, 4), 0.25))
    assert multinomial.sample(seed=KEY).shape == (2, 4)
    assert multinomial.entropy().shape == (2,)


def test_mixtures() -> None:
    mixture = distrax.MixtureSameFamily(
        distrax.Categorical(logits=jnp.zeros(4)), distrax.Normal(jnp.zeros(4), jnp.ones(4))
    )
    assert mixture.sample(seed=KEY, sample_shape=(5,)).shape == mixture.log_prob(jnp.ones(5)).shape == (5,)
    independent = distrax.Independent(distrax.Normal(jnp.zeros((2, 3)), jnp.ones((2, 3))), 1)
    assert independent.log_prob(jnp.ones((2, 3))).shape == (2,)
    joint = distrax.Joint({"a": distrax.Normal(0.0, 1.0), "b": distrax.Normal(1.0, 1.0)})
    assert joint.log_prob(joint.sample(seed=KEY)).shape == ()


def test_bijectors() -> None:
    values = jnp.full((5, 3), 0.3)
    for each in (distrax.Sigmoid(), distrax.Tanh(), distrax.ScalarAffine(1.0, 2.0), distrax.Inverse(distrax.Tanh())):
        out, log_det = each.forward_and_log_det(values)
        assert out.shape == log_det.shape == (5, 3)
    block = distrax.Block(distrax.Tanh(), 1)
    assert block.forward_log_det_jacobian(values).shape == (5,)
    affine = distrax.UnconstrainedAffine(jnp.eye(3), jnp.ones(3))
    assert affine.inverse(affine.forward(values)).shape == (5, 3)
    chain = distrax.Chain([distrax.Tanh(), distrax.ScalarAffine(0.0, 1.0)])
    moved = distrax.Transformed(distrax.Normal(jnp.zeros(3), jnp.ones(3)), chain)
    assert moved.sample_and_log_prob(seed=KEY)[1].shape == (3,)


def test_spline() -> None:
    spline = distrax.RationalQuadraticSpline(jnp.zeros((3, 3 * 4 + 1)), 0.0, 1.0)
    out, log_det = spline.forward_and_log_det(jnp.full((3,), 0.3))
    assert out.shape == log_det.shape == spline.inverse(out).shape == (3,)


def test_coupling() -> None:
    def bijector(parameters: jax.Array) -> distrax.Bijector:
        return distrax.ScalarAffine(parameters, jnp.ones_like(parameters))

    coupling = distrax.MaskedCoupling(jnp.arange(4) % 2 == 0, lambda each: 2 * each, bijector)
    assert coupling.forward_and_log_det(jnp.ones((5, 4)))[1].shape == (5,)
    split = distrax.SplitCoupling(2, 1, lambda each: 2 * each, bijector)
    assert split.inverse(split.forward(jnp.ones((5, 4)))).shape == (5, 4)


def test_markov() -> None:
    model = distrax.HMM(
        distrax.Categorical(probs=jnp.full(3, 1 / 3)),
        distrax.Categorical(probs=jnp.full((3, 3), 1 / 3)),
        distrax.Normal(jnp.arange(3.0), jnp.ones(3)),
    )
    states, observed = model.sample(seed=KEY, seq_len=6)
    assert model.forward(observed)[1].shape == (6, 3)
    assert model.viterbi(observed).shape == states.shape == (6,)
    assert model.forward_backward(observed)[2].shape == (6, 3)
