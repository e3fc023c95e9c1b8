use thiserror::Error;

use super::property::{Property, Value, is_reserved};
use super::tree::{Game, Node, NodeId, Step};
use crate::moves::{IllegalMove, Move};

/// Error: the edit is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// The property is part of the moves or the board.
    #[error("{0} is part of the game itself and cannot be set as a property")]
    Reserved(String),
    /// The root has no parent.
    #[error("the start of a game cannot be deleted")]
    Start,
}

impl Game {
    /// Plays a move after a node: returns the child with this move, or adds one after its siblings.
    pub fn play(&mut self, at: NodeId, played: Move) -> Result<NodeId, IllegalMove> {
        let mut position = *self.node(at).position();
        let step = Step { side: position.to_move(), played };
        position.play(played)?;
        let known = self.node(at).children.iter().copied().find(|&child| self.node(child).step == Some(step));
        Ok(known.unwrap_or_else(|| self.push(at, position, Some(step))))
    }

    /// Sets the comment of a node. An empty text removes it.
    pub fn set_comment(&mut self, at: NodeId, text: &str) {
        if text.is_empty() {
            self.remove_property(at, "C");
        } else {
            let comment = Property { name: "C".into(), values: vec![Value::from_text(text)] };
            self.set_property(at, comment).expect("a comment is not reserved");
        }
    }

    /// Sets a property of a node. It replaces the first of that name, or comes last.
    pub fn set_property(&mut self, at: NodeId, property: Property) -> Result<(), EditError> {
        if is_reserved(&property.name) {
            return Err(EditError::Reserved(property.name));
        }
        let properties = &mut self.node_mut(at).properties;
        match properties.iter().position(|other| other.name == property.name) {
            Some(place) => properties[place] = property,
            None => properties.push(property),
        }
        Ok(())
    }

    /// Removes the properties of this name, except reserved ones. Returns true if there was one.
    pub fn remove_property(&mut self, at: NodeId, name: &str) -> bool {
        let properties = &mut self.node_mut(at).properties;
        let before = properties.len();
        properties.retain(|property| property.name != name || is_reserved(name));
        properties.len() < before
    }

    /// Moves a node to the front of its siblings, and so into the main line of its parent.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let siblings = &mut self.node_mut(parent).children;
        if let Some(place) = siblings.iter().position(|&sibling| sibling == id) {
            siblings[..=place].rotate_right(1);
        }
    }

    /// Cuts off a node with its descendants. Other ids stay valid; those of the nodes cut off must not be used again.
    pub fn delete(&mut self, id: NodeId) -> Result<(), EditError> {
        let parent = self.node(id).parent.ok_or(EditError::Start)?;
        self.node_mut(parent).children.retain(|&child| child != id);
        Ok(())
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}
