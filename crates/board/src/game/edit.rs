use thiserror::Error;

use super::property::{Property, Value};
use super::tree::{Game, Node, NodeId, Step};
use crate::moves::{IllegalMove, Move};

/// Properties that the tree itself stands for: they are written from it, and changing them as text could contradict it.
const OWN: [&str; 10] = ["FF", "GM", "SZ", "PL", "AB", "AW", "AA", "AE", "B", "W"];

/// Why a game cannot be changed this way.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// The property is not a remark but part of the moves or the board.
    #[error("{0} is part of the game itself and cannot be set as a property")]
    Own(String),
    /// The start has no variations beside it.
    #[error("the start of a game cannot be deleted")]
    Start,
}

impl Game {
    /// Plays a move after a node: goes to the continuation that has it, or adds one, after those that are there.
    pub fn play(&mut self, at: NodeId, played: Move) -> Result<NodeId, IllegalMove> {
        let mut position = *self.node(at).position();
        let step = Step { side: position.to_move(), played };
        position.play(played)?;
        let known = self.node(at).children.iter().copied().find(|&child| self.node(child).step == Some(step));
        Ok(known.unwrap_or_else(|| self.push(at, position, Some(step))))
    }

    /// Sets the comment of a node, or removes it if the text is empty.
    pub fn set_comment(&mut self, at: NodeId, text: &str) {
        if text.is_empty() {
            self.remove_property(at, "C");
        } else {
            let comment = Property { name: "C".into(), values: vec![Value::from_text(text)] };
            self.set_property(at, comment).expect("a comment is only a remark");
        }
    }

    /// Sets a property of a node, in the place of the first of that name or after all others.
    pub fn set_property(&mut self, at: NodeId, property: Property) -> Result<(), EditError> {
        if OWN.contains(&property.name()) {
            return Err(EditError::Own(property.name));
        }
        let properties = &mut self.node_mut(at).properties;
        match properties.iter().position(|other| other.name == property.name) {
            Some(place) => properties[place] = property,
            None => properties.push(property),
        }
        Ok(())
    }

    /// Removes the properties of this name, and says whether there was one. What is part of the game itself stays.
    pub fn remove_property(&mut self, at: NodeId, name: &str) -> bool {
        let properties = &mut self.node_mut(at).properties;
        let before = properties.len();
        properties.retain(|property| property.name != name || OWN.contains(&name));
        properties.len() < before
    }

    /// Puts a node first among its siblings: if its parent is in the main line, so is it from now on.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let siblings = &mut self.node_mut(parent).children;
        if let Some(place) = siblings.iter().position(|&sibling| sibling == id) {
            siblings[..=place].rotate_right(1);
        }
    }

    /// Cuts off a node with all that follows it. The numbers of the other nodes stay; those cut off must not be used
    /// again.
    pub fn delete(&mut self, id: NodeId) -> Result<(), EditError> {
        let parent = self.node(id).parent.ok_or(EditError::Start)?;
        self.node_mut(parent).children.retain(|&child| child != id);
        Ok(())
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}
